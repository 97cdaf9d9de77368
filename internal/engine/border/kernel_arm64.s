//go:build !purego

#include "textflag.h"

// Products of half of the lanes of a and b, of twice the size: of the lower half, of the upper half.
// UMLSL takes them from d.
#define UMULL(b, a, d) WORD $(0x2ea0c000 | b<<16 | a<<5 | d)
#define UMULL2(b, a, d) WORD $(0x6ea0c000 | b<<16 | a<<5 | d)
#define UMLSL(b, a, d) WORD $(0x2ea0a000 | b<<16 | a<<5 | d)
#define UMLSL2(b, a, d) WORD $(0x6ea0a000 | b<<16 | a<<5 | d)

// R0 is at the instructions; R6 is where a comes from, R7 where b comes from, R4 the memory.
// V31 is the prime, V30 1/2, V28 1, and V29 the prime in half as many lanes of twice the size.
#define INSTRUCTION \
	MOVW.P 4(R0), R9 \
	MOVW.P 4(R0), R10 \
	MOVW.P 4(R0), R11 \
	ADD R4, R9 \
	ADD R6, R10 \
	ADD R7, R11

#define LOAD_A VLD1.P 64(R10), [V0.S4, V1.S4, V2.S4, V3.S4]
#define LOAD_B VLD1.P 64(R11), [V4.S4, V5.S4, V6.S4, V7.S4]
#define STORE VST1.P [V8.S4, V9.S4, V10.S4, V11.S4], 64(R9)

// KEEP leaves in d the number y if it is not more than x, and else y plus the prime.
#define KEEP(x, y, d) \
	VUMIN x.S4, y.S4, V13.S4 \
	VCMEQ V13.S4, y.S4, V13.S4 \
	VADD V31.S4, y.S4, d.S4 \
	VBIT V13.B16, y.B16, d.B16

// The sum less the prime is not more than a if and only if the sum is not less than the prime.
#define ADD4(a, b, d) \
	VSUB V31.S4, a.S4, V12.S4 \
	VADD b.S4, V12.S4, V12.S4 \
	KEEP(a, V12, d)

#define SUBTRACT4(a, b, d) \
	VSUB b.S4, a.S4, V12.S4 \
	KEEP(a, V12, d)

#define HALVE4(a, d) \
	VUSHR $1, a.S4, V12.S4 \
	VCMTST V28.S4, a.S4, d.S4 \
	VAND V30.B16, d.B16, d.B16 \
	VADD V12.S4, d.S4, d.S4

// Registers are numbers here but for d. The quotient is the high words of a v.
#define MULTIPLY4(a, w, v, d) \
	UMULL(v, a, 12) \
	UMULL2(v, a, 13) \
	VUZP2 V13.S4, V12.S4, V14.S4 \
	UMULL(w, a, 12) \
	UMULL2(w, a, 13) \
	UMLSL(31, 14, 12) \
	UMLSL2(31, 14, 13) \
	VSUB V29.D2, V12.D2, V12.D2 \
	VSUB V29.D2, V13.D2, V13.D2 \
	VUZP1 V13.S4, V12.S4, V14.S4 \
	VUZP2 V13.S4, V12.S4, V12.S4 \
	VAND V31.B16, V12.B16, V12.B16 \
	VADD V12.S4, V14.S4, d.S4

#define ADD16 \
	LOAD_A \
	LOAD_B \
	ADD4(V0, V4, V8) \
	ADD4(V1, V5, V9) \
	ADD4(V2, V6, V10) \
	ADD4(V3, V7, V11) \
	STORE

#define SUBTRACT16 \
	LOAD_A \
	LOAD_B \
	SUBTRACT4(V0, V4, V8) \
	SUBTRACT4(V1, V5, V9) \
	SUBTRACT4(V2, V6, V10) \
	SUBTRACT4(V3, V7, V11) \
	STORE

#define HALVE16 \
	LOAD_A \
	HALVE4(V0, V8) \
	HALVE4(V1, V9) \
	HALVE4(V2, V10) \
	HALVE4(V3, V11) \
	STORE

#define MULTIPLY16 \
	LOAD_A \
	MULTIPLY4(0, 26, 27, V8) \
	MULTIPLY4(1, 26, 27, V9) \
	MULTIPLY4(2, 26, 27, V10) \
	MULTIPLY4(3, 26, 27, V11) \
	STORE

// SCALE16 multiplies by coefficients of the lanes, two rows: QUOTIENTS puts R12 at the second one.
#define QUOTIENTS ADD $128, R11, R12
#define SCALE16 \
	LOAD_A \
	LOAD_B \
	VLD1.P 64(R12), [V16.S4, V17.S4, V18.S4, V19.S4] \
	MULTIPLY4(0, 4, 16, V8) \
	MULTIPLY4(1, 5, 17, V9) \
	MULTIPLY4(2, 6, 18, V10) \
	MULTIPLY4(3, 7, 19, V11) \
	STORE

// CONSTANTS loads those of a prime.
#define CONSTANTS(at) \
	VLD1R (at), [V31.S4] \
	ADD $4, at, R13 \
	VLD1R (R13), [V30.S4] \
	VUSHR $32, V31.D2, V29.D2

// COEFFICIENT loads the coefficient of multiply, and its quotient by the prime.
#define COEFFICIENT \
	SUB R7, R11 \
	ADD R2, R11 \
	VLD1R (R11), [V26.S4] \
	ADD $4, R11 \
	VLD1R (R11), [V27.S4]

// EACH executes the instructions of a block.
#define EACH(operation, rows) \
operation: \
	INSTRUCTION \
	rows \
	SUBS $1, R8 \
	BNE operation \
	B block

// func runVector(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)
TEXT ·runVector(SB), NOSPLIT, $0-32
	MOVD code+0(FP), R0
	MOVD from+8(FP), R1
	MOVD coefficients+16(FP), R2
	MOVD constants+24(FP), R3
	MOVD (R1), R4
	MOVD $1, R9
	VDUP R9, V28.S4
	CONSTANTS(R3)
block:
	MOVW (R0), R5
	MOVW 4(R0), R6
	MOVW 8(R0), R7
	MOVW 12(R0), R8
	ADD $16, R0
	MOVD (R1)(R6<<3), R6
	MOVD (R1)(R7<<3), R7
	CMP $1, R5
	BLT add
	BEQ subtract
	CMP $3, R5
	BLT halve
	BEQ multiply
	CMP $5, R5
	BLT scale
	BEQ modulo
	RET
	EACH(add, ADD16; ADD16)
	EACH(subtract, SUBTRACT16; SUBTRACT16)
	EACH(halve, HALVE16; HALVE16)
	EACH(multiply, COEFFICIENT; MULTIPLY16; MULTIPLY16)
	EACH(scale, QUOTIENTS; SCALE16; SCALE16)
modulo:
	ADD R8<<3, R3, R8
	CONSTANTS(R8)
	B block

// func copyVector(to, from *uint32, places, rows *int32, n int)
TEXT ·copyVector(SB), NOSPLIT, $0-40
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD places+16(FP), R2
	MOVD rows+24(FP), R3
	MOVD n+32(FP), R4
row:
	MOVW.P 4(R2), R5
	MOVW.P 4(R3), R6
	ADD R0, R5
	ADD R1, R6
	VLD1.P 64(R6), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1 (R6), [V4.S4, V5.S4, V6.S4, V7.S4]
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R5)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R5)
	SUBS $1, R4
	BNE row
	RET

// SQUARE turns four rows of four lanes, from R5 on, into columns: r0 to r3.
#define SQUARE(r0, r1, r2, r3) \
	VLD1 (R5), [V16.S4] \
	ADD $128, R5 \
	VLD1 (R5), [V17.S4] \
	ADD $128, R5 \
	VLD1 (R5), [V18.S4] \
	ADD $128, R5 \
	VLD1 (R5), [V19.S4] \
	ADD $128, R5 \
	VZIP1 V17.S4, V16.S4, V20.S4 \
	VZIP2 V17.S4, V16.S4, V21.S4 \
	VZIP1 V19.S4, V18.S4, V22.S4 \
	VZIP2 V19.S4, V18.S4, V23.S4 \
	VZIP1 V22.D2, V20.D2, r0.D2 \
	VZIP2 V22.D2, V20.D2, r1.D2 \
	VZIP1 V23.D2, V21.D2, r2.D2 \
	VZIP2 V23.D2, V21.D2, r3.D2

// LINE writes half of a row, whose place is the next one.
#define LINE(r0, r1, r2, r3) \
	MOVW.P 4(R6), R7 \
	ADD R0, R7 \
	VST1 [r0.S4, r1.S4, r2.S4, r3.S4], (R7)

// func transposeVector(to, from *uint32, places *[32]int32)
TEXT ·transposeVector(SB), NOSPLIT, $0-24
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD places+16(FP), R2
	MOVD $2, R3
half: // of the rows: 16 of them
	MOVD R2, R6
	MOVD R1, R4
	MOVD $8, R8
lanes: // four of them
	MOVD R4, R5
	SQUARE(V0, V4, V8, V12)
	SQUARE(V1, V5, V9, V13)
	SQUARE(V2, V6, V10, V14)
	SQUARE(V3, V7, V11, V15)
	LINE(V0, V1, V2, V3)
	LINE(V4, V5, V6, V7)
	LINE(V8, V9, V10, V11)
	LINE(V12, V13, V14, V15)
	ADD $16, R4
	SUBS $1, R8
	BNE lanes
	ADD $64, R0
	ADD $2048, R1
	SUBS $1, R3
	BNE half
	RET
