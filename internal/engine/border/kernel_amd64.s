//go:build !purego

#include "textflag.h"

// The rows of a block of instructions: 32 lanes, four registers, or eight times four lanes.
#define LANES(each) each(0) each(32) each(64) each(96)
#define QUADS(each) each(0) each(16) each(32) each(48) each(64) each(80) each(96) each(112)

// SI is at the instructions; R8 is where a comes from, R9 where b comes from, R10 the memory.
// Y15 is the prime, Y14 1/2, Y13 1, Y11 0, and Y12 the prime in half as many lanes of twice the
// size.
#define INSTRUCTION \
	MOVLQSX (SI), AX \
	MOVLQSX 4(SI), BX \
	MOVLQSX 8(SI), CX \
	ADDQ $12, SI

// The sum less the prime is less than a if and only if the sum is not less than the prime: if not,
// the prime comes back.
#define ADD(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSUBD Y15, Y0, Y1 \
	VPADDD o(R9)(CX*1), Y1, Y1 \
	VPMINUD Y0, Y1, Y0 \
	VPCMPEQD Y0, Y1, Y0 \
	VPANDN Y15, Y0, Y0 \
	VPADDD Y0, Y1, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

#define SUBTRACT(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSUBD o(R9)(CX*1), Y0, Y1 \
	VPMINUD Y0, Y1, Y0 \
	VPCMPEQD Y0, Y1, Y0 \
	VPANDN Y15, Y0, Y0 \
	VPADDD Y0, Y1, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

#define HALVE(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSRLD $1, Y0, Y1 \
	VPAND Y13, Y0, Y0 \
	VPSUBD Y0, Y11, Y0 \
	VPAND Y14, Y0, Y0 \
	VPADDD Y0, Y1, Y1 \
	VMOVDQU Y1, o(R10)(AX*1)

// The coefficients w of even lanes are in Y7 and v in Y9, and of odd lanes in Y8 and Y10. Products
// have twice the size.
#define MULTIPLY(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VPSRLQ $32, Y0, Y1 \
	VPMULUDQ Y9, Y0, Y2 \
	VPMULUDQ Y10, Y1, Y3 \
	VPSRLQ $32, Y2, Y2 \
	VPSRLQ $32, Y3, Y3 \
	VPMULUDQ Y7, Y0, Y0 \
	VPMULUDQ Y8, Y1, Y1 \
	VPMULUDQ Y15, Y2, Y2 \
	VPMULUDQ Y15, Y3, Y3 \
	VPSUBQ Y2, Y0, Y0 \
	VPSUBQ Y3, Y1, Y1 \
	VPSUBQ Y12, Y0, Y2 \
	VPSUBQ Y12, Y1, Y3 \
	VBLENDVPD Y2, Y0, Y2, Y0 \
	VBLENDVPD Y3, Y1, Y3, Y1 \
	VPSLLQ $32, Y1, Y1 \
	VPBLENDD $0xAA, Y1, Y0, Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

// SCALE multiplies by coefficients of the lanes, two rows.
#define SCALE(o) \
	VMOVDQU o(R9)(CX*1), Y7 \
	VMOVDQU (o+128)(R9)(CX*1), Y9 \
	VPSRLQ $32, Y9, Y10 \
	VPSRLQ $32, Y7, Y8 \
	MULTIPLY(o)

// CONSTANTS loads those of a prime.
#define CONSTANTS(at) \
	VPBROADCASTD (at), Y15 \
	VPBROADCASTD 4(at), Y14 \
	VPSRLQ $32, Y15, Y12

#define BROADCAST \
	VPBROADCASTD (R12)(CX*1), Y7 \
	VPBROADCASTD 4(R12)(CX*1), Y9 \
	VMOVDQA Y9, Y10 \
	VMOVDQA Y7, Y8

// EACH executes the instructions of a block.
#define EACH(operation, rows) \
operation: \
	INSTRUCTION \
	rows \
	DECQ R11 \
	JNZ operation \
	JMP block

// RUN executes blocks of instructions; broadcast loads the coefficients of multiply.
#define RUN(registers, add, subtract, halve, multiply, broadcast, scale, constants) \
	constants(DX) \
block: \
	MOVLQSX (SI), DI \
	MOVLQSX 4(SI), R8 \
	MOVLQSX 8(SI), R9 \
	MOVLQSX 12(SI), R11 \
	ADDQ $16, SI \
	MOVQ (R13)(R8*8), R8 \
	MOVQ (R13)(R9*8), R9 \
	CMPQ DI, $1 \
	JLT adding \
	JEQ subtracting \
	CMPQ DI, $3 \
	JLT halving \
	JEQ multiplying \
	CMPQ DI, $5 \
	JLT scaling \
	JEQ modulo \
	VZEROUPPER \
	RET \
	EACH(adding, registers(add)) \
	EACH(subtracting, registers(subtract)) \
	EACH(halving, registers(halve)) \
	EACH(multiplying, broadcast; registers(multiply)) \
	EACH(scaling, registers(scale)) \
modulo: \
	SHLQ $3, R11 \
	ADDQ DX, R11 \
	constants(R11) \
	JMP block

// func runVector(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)
TEXT ·runVector(SB), NOSPLIT, $0-32
	MOVQ code+0(FP), SI
	MOVQ from+8(FP), R13
	MOVQ coefficients+16(FP), R12
	MOVQ constants+24(FP), DX
	MOVQ 0(R13), R10
	VPXOR Y11, Y11, Y11
	VPCMPEQD Y13, Y13, Y13
	VPSRLD $31, Y13, Y13
	RUN(LANES, ADD, SUBTRACT, HALVE, MULTIPLY, BROADCAST, SCALE, CONSTANTS)

// The same with the 512 bits of AVX-512: two registers hold a row, and masks K1 choose lanes.
#define WIDE(each) each(0) each(64)

#define WIDE_ADD(o) \
	VMOVDQU32 o(R8)(BX*1), Z0 \
	VPSUBD Z15, Z0, Z1 \
	VPADDD o(R9)(CX*1), Z1, Z1 \
	VPCMPUD $5, Z0, Z1, K1 \
	VPADDD Z15, Z1, K1, Z1 \
	VMOVDQU32 Z1, o(R10)(AX*1)

#define WIDE_SUBTRACT(o) \
	VMOVDQU32 o(R8)(BX*1), Z0 \
	VPSUBD o(R9)(CX*1), Z0, Z1 \
	VPCMPUD $6, Z0, Z1, K1 \
	VPADDD Z15, Z1, K1, Z1 \
	VMOVDQU32 Z1, o(R10)(AX*1)

#define WIDE_HALVE(o) \
	VMOVDQU32 o(R8)(BX*1), Z0 \
	VPSRLD $1, Z0, Z1 \
	VPTESTMD Z13, Z0, K1 \
	VPADDD Z14, Z1, K1, Z1 \
	VMOVDQU32 Z1, o(R10)(AX*1)

#define WIDE_MULTIPLY(o) \
	VMOVDQU32 o(R8)(BX*1), Z0 \
	VPSRLQ $32, Z0, Z1 \
	VPMULUDQ Z9, Z0, Z2 \
	VPMULUDQ Z10, Z1, Z3 \
	VPSRLQ $32, Z2, Z2 \
	VPSRLQ $32, Z3, Z3 \
	VPMULUDQ Z7, Z0, Z0 \
	VPMULUDQ Z8, Z1, Z1 \
	VPMULUDQ Z15, Z2, Z2 \
	VPMULUDQ Z15, Z3, Z3 \
	VPSUBQ Z2, Z0, Z0 \
	VPSUBQ Z3, Z1, Z1 \
	VPSUBQ Z12, Z0, Z2 \
	VPSUBQ Z12, Z1, Z3 \
	VPMINUQ Z2, Z0, Z0 \
	VPMINUQ Z3, Z1, Z1 \
	VPSLLQ $32, Z1, Z1 \
	VPORQ Z1, Z0, Z0 \
	VMOVDQU32 Z0, o(R10)(AX*1)

#define WIDE_SCALE(o) \
	VMOVDQU32 o(R9)(CX*1), Z7 \
	VMOVDQU32 (o+128)(R9)(CX*1), Z9 \
	VPSRLQ $32, Z9, Z10 \
	VPSRLQ $32, Z7, Z8 \
	WIDE_MULTIPLY(o)

#define WIDE_CONSTANTS(at) \
	VPBROADCASTD (at), Z15 \
	VPBROADCASTD 4(at), Z14 \
	VPSRLQ $32, Z15, Z12

#define WIDE_BROADCAST \
	VPBROADCASTD (R12)(CX*1), Z7 \
	VPBROADCASTD 4(R12)(CX*1), Z9 \
	VMOVDQA32 Z9, Z10 \
	VMOVDQA32 Z7, Z8

// func runWide(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)
TEXT ·runWide(SB), NOSPLIT, $0-32
	MOVQ code+0(FP), SI
	MOVQ from+8(FP), R13
	MOVQ coefficients+16(FP), R12
	MOVQ constants+24(FP), DX
	MOVQ 0(R13), R10
	VPTERNLOGD $0xff, Z13, Z13, Z13
	VPSRLD $31, Z13, Z13
	RUN(WIDE, WIDE_ADD, WIDE_SUBTRACT, WIDE_HALVE, WIDE_MULTIPLY, WIDE_BROADCAST, WIDE_SCALE, WIDE_CONSTANTS)

#define COPY(o) \
	VMOVDQU o(R8)(BX*1), Y0 \
	VMOVDQU Y0, o(R10)(AX*1)

#define WIDE_COPY(o) \
	VMOVDQU32 o(R8)(BX*1), Z0 \
	VMOVDQU32 Z0, o(R10)(AX*1)

// AHEAD is how many rows before it is written a row is brought to the cache: the places are far
// from each other.
#define AHEAD 24

// ROW copies a row, and COPY_ROWS n rows from R8 to R10, whose places are at SI and DI.
#define ROW(registers, copy) \
	MOVLQSX (DI), AX \
	MOVLQSX (SI), BX \
	ADDQ $4, DI \
	ADDQ $4, SI \
	registers(copy)

#define COPY_ROWS(registers, copy) \
	SUBQ $AHEAD, R11 \
	JLE end \
row: \
	MOVLQSX (4*AHEAD)(DI), AX \
	PREFETCHT0 (R10)(AX*1) \
	PREFETCHT0 64(R10)(AX*1) \
	ROW(registers, copy) \
	DECQ R11 \
	JNZ row \
end: \
	ADDQ $AHEAD, R11 \
last: \
	ROW(registers, copy) \
	DECQ R11 \
	JNZ last \
	VZEROUPPER \
	RET

// func copyVector(to, from *uint32, places, rows *int32, n int)
TEXT ·copyVector(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), R10
	MOVQ from+8(FP), R8
	MOVQ places+16(FP), DI
	MOVQ rows+24(FP), SI
	MOVQ n+32(FP), R11
	COPY_ROWS(LANES, COPY)

// func copyWide(to, from *uint32, places, rows *int32, n int)
TEXT ·copyWide(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), R10
	MOVQ from+8(FP), R8
	MOVQ places+16(FP), DI
	MOVQ rows+24(FP), SI
	MOVQ n+32(FP), R11
	COPY_ROWS(WIDE, WIDE_COPY)

// SQUARE turns rows of four lanes into columns, in both halves of the registers; it takes Y8 to Y11.
#define SQUARE(r0, r1, r2, r3) \
	VPUNPCKLDQ r1, r0, Y8 \
	VPUNPCKHDQ r1, r0, Y9 \
	VPUNPCKLDQ r3, r2, Y10 \
	VPUNPCKHDQ r3, r2, Y11 \
	VPUNPCKLQDQ Y10, Y8, r0 \
	VPUNPCKHQDQ Y10, Y8, r1 \
	VPUNPCKLQDQ Y11, Y9, r2 \
	VPUNPCKHQDQ Y11, Y9, r3

// LINE writes one line of the cache, past the cache.
#define LINE(i, left, right) \
	MOVLQSX i(BX), AX \
	VMOVNTDQ left, (DI)(AX*1) \
	VMOVNTDQ right, 32(DI)(AX*1)

// SIXTEEN takes four lanes of sixteen rows, from offset o on, to the rows whose places are at BX.
#define SIXTEEN(o) \
	VMOVDQU o(SI), X0 \
	VMOVDQU (o+128)(SI), X1 \
	VMOVDQU (o+256)(SI), X2 \
	VMOVDQU (o+384)(SI), X3 \
	VINSERTI128 $1, (o+512)(SI), Y0, Y0 \
	VINSERTI128 $1, (o+640)(SI), Y1, Y1 \
	VINSERTI128 $1, (o+768)(SI), Y2, Y2 \
	VINSERTI128 $1, (o+896)(SI), Y3, Y3 \
	VMOVDQU (o+1024)(SI), X4 \
	VMOVDQU (o+1152)(SI), X5 \
	VMOVDQU (o+1280)(SI), X6 \
	VMOVDQU (o+1408)(SI), X7 \
	VINSERTI128 $1, (o+1536)(SI), Y4, Y4 \
	VINSERTI128 $1, (o+1664)(SI), Y5, Y5 \
	VINSERTI128 $1, (o+1792)(SI), Y6, Y6 \
	VINSERTI128 $1, (o+1920)(SI), Y7, Y7 \
	SQUARE(Y0, Y1, Y2, Y3) \
	SQUARE(Y4, Y5, Y6, Y7) \
	LINE(0, Y0, Y4) \
	LINE(4, Y1, Y5) \
	LINE(8, Y2, Y6) \
	LINE(12, Y3, Y7) \
	ADDQ $16, BX

// func transposeVector(to, from *uint32, places *[32]int32)
TEXT ·transposeVector(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ places+16(FP), BX
	QUADS(SIXTEEN)
	SUBQ $128, BX
	ADDQ $64, DI
	ADDQ $2048, SI
	QUADS(SIXTEEN)
	VZEROUPPER
	RET

// PRODUCTS adds products of four lanes to the sums of their lower halves and of their upper ones.
#define PRODUCTS(o) \
	VPMOVZXDQ o(SI), Y0 \
	VPMOVZXDQ o(BX), Y1 \
	VPMULUDQ Y1, Y0, Y0 \
	VPSRLQ $32, Y0, Y1 \
	VPBLENDD $0xAA, Y11, Y0, Y0 \
	VPADDQ (2*o)(DI), Y0, Y0 \
	VPADDQ (2*o+256)(DI), Y1, Y1 \
	VMOVDQU Y0, (2*o)(DI) \
	VMOVDQU Y1, (2*o+256)(DI)

// func addProductsVector(sums *laneSums, a, b *row)
TEXT ·addProductsVector(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), BX
	VPXOR Y11, Y11, Y11
	QUADS(PRODUCTS)
	VZEROUPPER
	RET

// func fence()
TEXT ·fence(SB), NOSPLIT, $0-0
	SFENCE
	RET
