//go:build !purego

#include "textflag.h"

// The rows of a block of instructions: 16 lanes, four registers.
#define LANES(each) each(0) each(32) each(64) each(96)

// SI is at the instructions; R8 is where a comes from, R9 where b comes from, R10 the memory.
// Y15 is the prime, Y14 1/2, Y13 1, Y12 2^32 - 1.
#define INSTRUCTION \
	MOVLQSX (SI), AX \
	MOVLQSX 4(SI), BX \
	MOVLQSX 8(SI), CX \
	ADDQ $12, SI

// A number whose highest bit is set counts as negative for VBLENDVPD. Numbers are below 2^63, so
// their sum is less than the prime if it minus the prime is negative.
#define ADD(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPADDQ o(R9)(CX*1), Y0, Y0 \
	VPSUBQ Y15, Y0, Y1 \
	VBLENDVPD Y1, Y0, Y1, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

#define SUBTRACT(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSUBQ o(R9)(CX*1), Y0, Y0 \
	VPADDQ Y15, Y0, Y1 \
	VBLENDVPD Y0, Y1, Y0, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

#define HALVE(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSRLQ $1, Y0, Y1 \
	VPAND Y13, Y0, Y0 \
	VPSUBQ Y0, Y11, Y0 \
	VPAND Y14, Y0, Y0 \
	VPADDQ Y0, Y1, Y1 \
	VMOVDQU Y1, o(R10)(AX*1)

// LOW leaves the low word of x times y in x; high is y>>32. It takes Y2 and Y3.
#define LOW(x, y, high) \
	VPSRLQ $32, x, Y2 \
	VPMULUDQ y, Y2, Y2 \
	VPMULUDQ high, x, Y3 \
	VPADDQ Y3, Y2, Y2 \
	VPSLLQ $32, Y2, Y2 \
	VPMULUDQ y, x, x \
	VPADDQ Y2, x, x

// A coefficient w is in Y7, w>>32 in Y8, v in Y9, v>>32 in Y10; the prime>>32 is in Y6. Y5 becomes
// the high word of a v, the quotient.
#define MULTIPLY(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSRLQ $32, Y0, Y1 \
	VPMULUDQ Y9, Y0, Y2 \
	VPMULUDQ Y10, Y0, Y3 \
	VPMULUDQ Y9, Y1, Y4 \
	VPMULUDQ Y10, Y1, Y5 \
	VPSRLQ $32, Y2, Y2 \
	VPADDQ Y2, Y4, Y4 \
	VPAND Y12, Y4, Y2 \
	VPADDQ Y2, Y3, Y3 \
	VPSRLQ $32, Y4, Y4 \
	VPSRLQ $32, Y3, Y3 \
	VPADDQ Y4, Y5, Y5 \
	VPADDQ Y3, Y5, Y5 \
	LOW(Y0, Y7, Y8) \
	LOW(Y5, Y15, Y6) \
	VPSUBQ Y5, Y0, Y0 \
	VPSUBQ Y15, Y0, Y1 \
	VBLENDVPD Y1, Y0, Y1, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

// SCALE multiplies by coefficients of the lanes, two rows.
#define SCALE(o) \
	VMOVDQU o(R9)(CX*1), Y7 \
	VMOVDQU (o+128)(R9)(CX*1), Y9 \
	VPSRLQ $32, Y7, Y8 \
	VPSRLQ $32, Y9, Y10 \
	MULTIPLY(o)

// CONSTANTS loads those of a prime.
#define CONSTANTS(at) \
	VPBROADCASTQ (at), Y15 \
	VPBROADCASTQ 8(at), Y14 \
	VPBROADCASTQ 16(at), Y13 \
	VPBROADCASTQ 24(at), Y12 \
	VPSRLQ $32, Y15, Y6

// func runVector(code *int32, from *[2]*uint64, coefficients *uint64, constants *constants)
TEXT ·runVector(SB), NOSPLIT, $0-32
	MOVQ code+0(FP), SI
	MOVQ from+8(FP), R13
	MOVQ coefficients+16(FP), R12
	MOVQ constants+24(FP), DX
	MOVQ 0(R13), R10
	VPXOR Y11, Y11, Y11
	CONSTANTS(DX)
block:
	MOVLQSX (SI), DI
	MOVLQSX 4(SI), R8
	MOVLQSX 8(SI), R9
	MOVLQSX 12(SI), R11
	ADDQ $16, SI
	MOVQ (R13)(R8*8), R8
	MOVQ (R13)(R9*8), R9
	CMPQ DI, $1
	JLT add
	JEQ subtract
	CMPQ DI, $3
	JLT halve
	JEQ multiply
	CMPQ DI, $5
	JLT scale
	JEQ modulo
	VZEROUPPER
	RET
add:
	INSTRUCTION
	LANES(ADD)
	DECQ R11
	JNZ add
	JMP block
subtract:
	INSTRUCTION
	LANES(SUBTRACT)
	DECQ R11
	JNZ subtract
	JMP block
halve:
	INSTRUCTION
	LANES(HALVE)
	DECQ R11
	JNZ halve
	JMP block
multiply:
	INSTRUCTION
	VPBROADCASTQ (R12)(CX*1), Y7
	VPBROADCASTQ 8(R12)(CX*1), Y9
	VPSRLQ $32, Y7, Y8
	VPSRLQ $32, Y9, Y10
	LANES(MULTIPLY)
	DECQ R11
	JNZ multiply
	JMP block

scale:
	INSTRUCTION
	LANES(SCALE)
	DECQ R11
	JNZ scale
	JMP block
modulo:
	SHLQ $5, R11
	ADDQ DX, R11
	CONSTANTS(R11)
	JMP block

#define COPY(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

// func copyVector(to, from *uint64, places, rows *int32, n int)
TEXT ·copyVector(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), R10
	MOVQ from+8(FP), R8
	MOVQ places+16(FP), DI
	MOVQ rows+24(FP), SI
	MOVQ n+32(FP), R11
row:
	MOVLQSX (DI), AX
	MOVLQSX (SI), BX
	ADDQ $4, DI
	ADDQ $4, SI
	LANES(COPY)
	DECQ R11
	JNZ row
	VZEROUPPER
	RET

// SQUARE turns four rows of four lanes into columns, Y12 to Y15.
#define SQUARE(r0, r1, r2, r3) \
	VPUNPCKLQDQ r1, r0, Y8 \
	VPUNPCKHQDQ r1, r0, Y9 \
	VPUNPCKLQDQ r3, r2, Y10 \
	VPUNPCKHQDQ r3, r2, Y11 \
	VPERM2I128 $0x20, Y10, Y8, Y12 \
	VPERM2I128 $0x20, Y11, Y9, Y13 \
	VPERM2I128 $0x31, Y10, Y8, Y14 \
	VPERM2I128 $0x31, Y11, Y9, Y15

// LINE writes one line of the cache, past the cache.
#define LINE(i, left, right) \
	MOVLQSX i(BX), AX \
	VMOVNTDQ left, (DI)(AX*1) \
	VMOVNTDQ right, 32(DI)(AX*1)

// EIGHT takes four lanes of eight rows, from offset o on, to the rows whose places are at BX.
#define EIGHT(o) \
	VMOVDQU o(SI), Y0 \
	VMOVDQU (o+128)(SI), Y1 \
	VMOVDQU (o+256)(SI), Y2 \
	VMOVDQU (o+384)(SI), Y3 \
	VMOVDQU (o+512)(SI), Y4 \
	VMOVDQU (o+640)(SI), Y5 \
	VMOVDQU (o+768)(SI), Y6 \
	VMOVDQU (o+896)(SI), Y7 \
	SQUARE(Y0, Y1, Y2, Y3) \
	VMOVDQA Y12, Y0 \
	VMOVDQA Y13, Y1 \
	VMOVDQA Y14, Y2 \
	VMOVDQA Y15, Y3 \
	SQUARE(Y4, Y5, Y6, Y7) \
	LINE(0, Y0, Y12) \
	LINE(4, Y1, Y13) \
	LINE(8, Y2, Y14) \
	LINE(12, Y3, Y15) \
	ADDQ $16, BX

// func transposeVector(to, from *uint64, places *[16]int32)
TEXT ·transposeVector(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ places+16(FP), BX
	EIGHT(0)
	EIGHT(32)
	EIGHT(64)
	EIGHT(96)
	SUBQ $64, BX
	ADDQ $64, DI
	ADDQ $1024, SI
	EIGHT(0)
	EIGHT(32)
	EIGHT(64)
	EIGHT(96)
	VZEROUPPER
	RET

// func fence()
TEXT ·fence(SB), NOSPLIT, $0-0
	SFENCE
	RET
