#include "textflag.h"

// func prefetch(p unsafe.Pointer, step, count, bytes uintptr)
TEXT ·prefetch(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), AX
	MOVQ step+8(FP), BX
	MOVQ count+16(FP), CX
	MOVQ bytes+24(FP), DX
	TESTQ CX, CX
	JEQ  done
row:
	MOVQ AX, SI
	LEAQ -1(AX)(DX*1), DI
	ANDQ $-64, SI
line:
	PREFETCHT0 (SI)
	ADDQ $64, SI
	CMPQ SI, DI
	JLS  line
	ADDQ BX, AX
	DECQ CX
	JNE  row
done:
	RET
