#include "textflag.h"

// A row is two values of some limbs, side by side in eight lanes: 64 bytes a limb, the lowest limb first. The target of a row, at
// DI, becomes itself plus or minus the source at SI. K1 has the carries of the lanes; Z31 is -1 in all of them, DX the number of limbs, at least 2.

#define ADD \
	VMOVDQU64 (DI), Z0        \
	VMOVDQU64 (SI), Z1        \
	VPADDQ    Z1, Z0, Z0      \
	VPCMPUQ   $1, Z1, Z0, K1  \
	VMOVDQU64 Z0, (DI)        \
	MOVQ      DX, CX          \
	SUBQ      $2, CX          \
	JEQ       last            \
middle:                           \
	ADDQ      $64, DI         \
	ADDQ      $64, SI         \
	VMOVDQU64 (DI), Z0        \
	VMOVDQU64 (SI), Z1        \
	VPADDQ    Z1, Z0, Z0      \
	VPCMPUQ   $1, Z1, Z0, K2  \
	VPSUBQ    Z31, Z0, K1, Z0 \
	VPTESTNMQ Z0, Z0, K1, K1  \
	KORW      K1, K2, K1      \
	VMOVDQU64 Z0, (DI)        \
	DECQ      CX              \
	JNE       middle          \
last:                             \
	VMOVDQU64 64(DI), Z0      \
	VPADDQ    64(SI), Z0, Z0  \
	VPSUBQ    Z31, Z0, K1, Z0 \
	VMOVDQU64 Z0, 64(DI)

#define SUB \
	VMOVDQU64 (DI), Z0        \
	VMOVDQU64 (SI), Z1        \
	VPCMPUQ   $1, Z1, Z0, K1  \
	VPSUBQ    Z1, Z0, Z0      \
	VMOVDQU64 Z0, (DI)        \
	MOVQ      DX, CX          \
	SUBQ      $2, CX          \
	JEQ       last            \
middle:                           \
	ADDQ      $64, DI         \
	ADDQ      $64, SI         \
	VMOVDQU64 (DI), Z0        \
	VMOVDQU64 (SI), Z1        \
	VPCMPUQ   $1, Z1, Z0, K2  \
	VPSUBQ    Z1, Z0, Z0      \
	VPTESTNMQ Z0, Z0, K1, K3  \
	VPADDQ    Z31, Z0, K1, Z0 \
	KORW      K3, K2, K1      \
	VMOVDQU64 Z0, (DI)        \
	DECQ      CX              \
	JNE       middle          \
last:                             \
	VMOVDQU64 64(DI), Z0      \
	VPSUBQ    64(SI), Z0, Z0  \
	VPADDQ    Z31, Z0, K1, Z0 \
	VMOVDQU64 Z0, 64(DI)

// Places of targets and sources by turns; those of the first values are R8 and R9, R11 the bytes of a value.
#define LISTED \
	MOVQ       target+0(FP), R8  \
	MOVQ       source+8(FP), R9  \
	MOVQ       at+16(FP), R10    \
	MOVQ       rows+24(FP), BX   \
	MOVQ       limbs+32(FP), DX  \
	MOVQ       DX, R11           \
	SHLQ       $6, R11           \
	VPTERNLOGQ $255, Z31, Z31, Z31

#define PLACES \
	MOVL  (R10), DI   \
	MOVL  4(R10), SI  \
	ADDQ  $8, R10     \
	IMULQ R11, DI     \
	IMULQ R11, SI     \
	ADDQ  R8, DI      \
	ADDQ  R9, SI

// Rows that follow each other.
#define RANGE \
	MOVQ       target+0(FP), DI \
	MOVQ       source+8(FP), SI \
	MOVQ       rows+16(FP), BX  \
	MOVQ       limbs+24(FP), DX \
	VPTERNLOGQ $255, Z31, Z31, Z31

// Products of values at SI and BX, by digits of 32 bits. What the products of some digits add up to, all with the same weight, is held as two
// sums: of the products, modulo 2^64, and of their upper halves. The sums of one class lie at R8, both of each weight,
// the lowest first. Values count as if they were not negative; so there follow the same sums of the limbs by which the products
// are then too large, and how often both values are negative.

// x and y are digits; the sums of their weight are a and b.
#define TIMES(x, y, a, b) \
	VPMULUDQ y, x, Z29   \
	VPADDQ   Z29, a, a   \
	VPSRLQ   $32, Z29, Z30 \
	VPADDQ   Z30, b, b

// The digit in Z28 times those of y.
#define TIMES2(a0, a1, a2, a3, b0, b1, b2, b3) \
	TIMES(Z28, Z22, a0, b0) \
	TIMES(Z28, Z23, a1, b1) \
	TIMES(Z28, Z24, a2, b2) \
	TIMES(Z28, Z25, a3, b3)

#define TIMES3(a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, b5) \
	TIMES2(a0, a1, a2, a3, b0, b1, b2, b3) \
	TIMES(Z28, Z26, a4, b4) \
	TIMES(Z28, Z27, a5, b5)

// Limb l of y as two digits.
#define DIGITS(l, low, high) \
	VMOVDQU64 64*l(BX), low \
	VPSRLQ    $32, low, high

// A limb l of x or y, at p, is added to sums where k says so.
#define EXCESS(l, p, k, a, b) \
	VMOVDQU64 64*l(p), Z28    \
	VPADDQ    Z28, a, k, a    \
	VPSRLQ    $32, Z28, Z29   \
	VPADDQ    Z29, b, k, b

// BEGIN leaves the first value of either operand in R9 and R10, the list of places in R11 and R12, their number in CX and DX.
#define BEGIN \
	MOVQ   columns+0(FP), R8 \
	MOVQ   x+8(FP), R9       \
	MOVQ   y+16(FP), R10     \
	MOVQ   places+24(FP), R11 \
	MOVQ   count+32(FP), CX  \
	MOVQ   R11, R12          \
	MOVQ   CX, DX            \
	VPXORQ Z31, Z31, Z31

// VALUE finds the next values, of some bytes each.
#define VALUE(list, bytes) \
	MOVL  (list), SI    \
	ADDQ  $4, list      \
	IMULQ $bytes, SI    \
	LEAQ  (R10)(SI*1), BX \
	ADDQ  R9, SI

// func addListed(target, source *uint64, at *uint32, rows, limbs int)
TEXT ·addListed(SB), NOSPLIT, $0-40
	LISTED
next:
	PLACES
	ADD
	DECQ BX
	JNE  next
	VZEROUPPER
	RET

// func subListed(target, source *uint64, at *uint32, rows, limbs int)
TEXT ·subListed(SB), NOSPLIT, $0-40
	LISTED
next:
	PLACES
	SUB
	DECQ BX
	JNE  next
	VZEROUPPER
	RET

// func addRange(target, source *uint64, rows, limbs int)
TEXT ·addRange(SB), NOSPLIT, $0-32
	RANGE
next:
	ADD
	ADDQ $128, DI
	ADDQ $128, SI
	DECQ BX
	JNE  next
	VZEROUPPER
	RET

// func subRange(target, source *uint64, rows, limbs int)
TEXT ·subRange(SB), NOSPLIT, $0-32
	RANGE
next:
	SUB
	ADDQ $128, DI
	ADDQ $128, SI
	DECQ BX
	JNE  next
	VZEROUPPER
	RET

// func vectorProducts2(columns, x, y *uint64, places *uint32, count int)
TEXT ·vectorProducts2(SB), NOSPLIT, $0-40
	BEGIN
	VMOVDQU64 0(R8), Z0
	VMOVDQU64 64(R8), Z11
	VMOVDQU64 128(R8), Z1
	VMOVDQU64 192(R8), Z12
	VMOVDQU64 256(R8), Z2
	VMOVDQU64 320(R8), Z13
	VMOVDQU64 384(R8), Z3
	VMOVDQU64 448(R8), Z14
	VMOVDQU64 512(R8), Z4
	VMOVDQU64 576(R8), Z15
	VMOVDQU64 640(R8), Z5
	VMOVDQU64 704(R8), Z16
	VMOVDQU64 768(R8), Z6
	VMOVDQU64 832(R8), Z17
next:
	VALUE(R11, 128)
	DIGITS(0, Z22, Z23)
	DIGITS(1, Z24, Z25)
	VMOVDQU64 0(SI), Z28
	TIMES2(Z0, Z1, Z2, Z3, Z11, Z12, Z13, Z14)
	VPSRLQ $32, Z28, Z28
	TIMES2(Z1, Z2, Z3, Z4, Z12, Z13, Z14, Z15)
	VMOVDQU64 64(SI), Z28
	TIMES2(Z2, Z3, Z4, Z5, Z13, Z14, Z15, Z16)
	VPSRLQ $32, Z28, Z28
	TIMES2(Z3, Z4, Z5, Z6, Z14, Z15, Z16, Z17)
	DECQ CX
	JNE  next
	VMOVDQU64 Z0, 0(R8)
	VMOVDQU64 Z11, 64(R8)
	VMOVDQU64 Z1, 128(R8)
	VMOVDQU64 Z12, 192(R8)
	VMOVDQU64 Z2, 256(R8)
	VMOVDQU64 Z13, 320(R8)
	VMOVDQU64 Z3, 384(R8)
	VMOVDQU64 Z14, 448(R8)
	VMOVDQU64 Z4, 512(R8)
	VMOVDQU64 Z15, 576(R8)
	VMOVDQU64 Z5, 640(R8)
	VMOVDQU64 Z16, 704(R8)
	VMOVDQU64 Z6, 768(R8)
	VMOVDQU64 Z17, 832(R8)
	VMOVDQU64 896(R8), Z0
	VMOVDQU64 960(R8), Z11
	VMOVDQU64 1024(R8), Z1
	VMOVDQU64 1088(R8), Z12
	VMOVDQU64 1152(R8), Z2
	VPTERNLOGQ $255, Z30, Z30, Z30
excess:
	VALUE(R12, 128)
	VMOVDQU64 64(SI), Z26
	VMOVDQU64 64(BX), Z27
	VPCMPQ $1, Z31, Z26, K1
	VPCMPQ $1, Z31, Z27, K2
	KANDW  K1, K2, K3
	VPSUBQ Z30, Z2, K3, Z2
	EXCESS(0, BX, K1, Z0, Z11)
	EXCESS(0, SI, K2, Z0, Z11)
	EXCESS(1, BX, K1, Z1, Z12)
	EXCESS(1, SI, K2, Z1, Z12)
	DECQ DX
	JNE  excess
	VMOVDQU64 Z0, 896(R8)
	VMOVDQU64 Z11, 960(R8)
	VMOVDQU64 Z1, 1024(R8)
	VMOVDQU64 Z12, 1088(R8)
	VMOVDQU64 Z2, 1152(R8)
	VZEROUPPER
	RET

// func vectorProducts3(columns, x, y *uint64, places *uint32, count int)
TEXT ·vectorProducts3(SB), NOSPLIT, $0-40
	BEGIN
	VMOVDQU64 0(R8), Z0
	VMOVDQU64 64(R8), Z11
	VMOVDQU64 128(R8), Z1
	VMOVDQU64 192(R8), Z12
	VMOVDQU64 256(R8), Z2
	VMOVDQU64 320(R8), Z13
	VMOVDQU64 384(R8), Z3
	VMOVDQU64 448(R8), Z14
	VMOVDQU64 512(R8), Z4
	VMOVDQU64 576(R8), Z15
	VMOVDQU64 640(R8), Z5
	VMOVDQU64 704(R8), Z16
	VMOVDQU64 768(R8), Z6
	VMOVDQU64 832(R8), Z17
	VMOVDQU64 896(R8), Z7
	VMOVDQU64 960(R8), Z18
	VMOVDQU64 1024(R8), Z8
	VMOVDQU64 1088(R8), Z19
	VMOVDQU64 1152(R8), Z9
	VMOVDQU64 1216(R8), Z20
	VMOVDQU64 1280(R8), Z10
	VMOVDQU64 1344(R8), Z21
next:
	VALUE(R11, 192)
	DIGITS(0, Z22, Z23)
	DIGITS(1, Z24, Z25)
	DIGITS(2, Z26, Z27)
	VMOVDQU64 0(SI), Z28
	TIMES3(Z0, Z1, Z2, Z3, Z4, Z5, Z11, Z12, Z13, Z14, Z15, Z16)
	VPSRLQ $32, Z28, Z28
	TIMES3(Z1, Z2, Z3, Z4, Z5, Z6, Z12, Z13, Z14, Z15, Z16, Z17)
	VMOVDQU64 64(SI), Z28
	TIMES3(Z2, Z3, Z4, Z5, Z6, Z7, Z13, Z14, Z15, Z16, Z17, Z18)
	VPSRLQ $32, Z28, Z28
	TIMES3(Z3, Z4, Z5, Z6, Z7, Z8, Z14, Z15, Z16, Z17, Z18, Z19)
	VMOVDQU64 128(SI), Z28
	TIMES3(Z4, Z5, Z6, Z7, Z8, Z9, Z15, Z16, Z17, Z18, Z19, Z20)
	VPSRLQ $32, Z28, Z28
	TIMES3(Z5, Z6, Z7, Z8, Z9, Z10, Z16, Z17, Z18, Z19, Z20, Z21)
	DECQ CX
	JNE  next
	VMOVDQU64 Z0, 0(R8)
	VMOVDQU64 Z11, 64(R8)
	VMOVDQU64 Z1, 128(R8)
	VMOVDQU64 Z12, 192(R8)
	VMOVDQU64 Z2, 256(R8)
	VMOVDQU64 Z13, 320(R8)
	VMOVDQU64 Z3, 384(R8)
	VMOVDQU64 Z14, 448(R8)
	VMOVDQU64 Z4, 512(R8)
	VMOVDQU64 Z15, 576(R8)
	VMOVDQU64 Z5, 640(R8)
	VMOVDQU64 Z16, 704(R8)
	VMOVDQU64 Z6, 768(R8)
	VMOVDQU64 Z17, 832(R8)
	VMOVDQU64 Z7, 896(R8)
	VMOVDQU64 Z18, 960(R8)
	VMOVDQU64 Z8, 1024(R8)
	VMOVDQU64 Z19, 1088(R8)
	VMOVDQU64 Z9, 1152(R8)
	VMOVDQU64 Z20, 1216(R8)
	VMOVDQU64 Z10, 1280(R8)
	VMOVDQU64 Z21, 1344(R8)
	VMOVDQU64 1408(R8), Z0
	VMOVDQU64 1472(R8), Z11
	VMOVDQU64 1536(R8), Z1
	VMOVDQU64 1600(R8), Z12
	VMOVDQU64 1664(R8), Z2
	VMOVDQU64 1728(R8), Z13
	VMOVDQU64 1792(R8), Z3
	VPTERNLOGQ $255, Z30, Z30, Z30
excess:
	VALUE(R12, 192)
	VMOVDQU64 128(SI), Z26
	VMOVDQU64 128(BX), Z27
	VPCMPQ $1, Z31, Z26, K1
	VPCMPQ $1, Z31, Z27, K2
	KANDW  K1, K2, K3
	VPSUBQ Z30, Z3, K3, Z3
	EXCESS(0, BX, K1, Z0, Z11)
	EXCESS(0, SI, K2, Z0, Z11)
	EXCESS(1, BX, K1, Z1, Z12)
	EXCESS(1, SI, K2, Z1, Z12)
	EXCESS(2, BX, K1, Z2, Z13)
	EXCESS(2, SI, K2, Z2, Z13)
	DECQ DX
	JNE  excess
	VMOVDQU64 Z0, 1408(R8)
	VMOVDQU64 Z11, 1472(R8)
	VMOVDQU64 Z1, 1536(R8)
	VMOVDQU64 Z12, 1600(R8)
	VMOVDQU64 Z2, 1664(R8)
	VMOVDQU64 Z13, 1728(R8)
	VMOVDQU64 Z3, 1792(R8)
	VZEROUPPER
	RET
