// arithmetic.h -- what the instructions on numbers compute; one definition for all engines.
#ifndef PROGRAM_ENGINE_ARITHMETIC_H
#define PROGRAM_ENGINE_ARITHMETIC_H
#include "program/program.h"

// The value of an instruction of shape U (b is ignored) or B.
double arithmetic(InstructionCode code, double a, double b);
// Those that are more than a call of libm; native code calls them, too.
double arithmetic_power(double x, double y);
bool arithmetic_multiplies(double exponent); // a power is a product
double arithmetic_modulo(double x, double y);
double arithmetic_remainder(double x, double y);
double arithmetic_integer_modulo(double x, double y);
double arithmetic_floor(double x);
double arithmetic_ceil(double x);
double arithmetic_truncate(double x);
double arithmetic_sign(double x);
#endif
