package records
import ("testing";"fmt";"context";"time";"combigo/board";"os";"strconv")
func TestQ(t *testing.T){
  q,_:=ParseQuantity(os.Getenv("Q")); h,_:=strconv.Atoi(os.Getenv("H"))
  st:=time.Now()
   rec,err:=Find(context.Background(),q,board.Size{Rows:h,Cols:h},Options{}); if err!=nil {t.Fatal(err)}
   _,st2:=need(Quantity(q),h,0)
   fmt.Printf("%s %d %d %+v est %g\n%s %v\n",q,h,rec.Value,rec.Stats,st2,rec.Position,time.Since(st).Round(time.Millisecond))
}
