package web

import (
	"net/http"

	"combigo.dev/combigo/internal/canvas"
)

func sendPicture(w http.ResponseWriter, format canvas.Format, picture []byte) {
	w.Header().Set("Content-Type", format.MIME())
	_, _ = w.Write(picture) // a client that is gone needs no picture
}
