package web

import (
	"net/http"

	"combigo/asymptotic/figure"
)

// pictureTypes are the content types of pictures.
var pictureTypes = map[figure.Format]string{figure.SVG: "image/svg+xml", figure.PDF: "application/pdf", figure.PNG: "image/png"}

func sendPicture(w http.ResponseWriter, format figure.Format, picture []byte) {
	w.Header().Set("Content-Type", pictureTypes[format])
	_, _ = w.Write(picture) // a client that is gone needs no picture
}
