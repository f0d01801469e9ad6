// Operators and built-in functions of the language on words that have been computed.
#include <stdlib.h>

#include "program/engine/arithmetic.h"
#include "program/lower/lowering.h"

// The instruction of an operator that works on numbers, element by element on arrays.
static const struct {
    uint16_t op, code;
} instruction_rows[] = {
    {OP_ADD, I_ADD},         {OP_SUB, I_SUB},       {OP_MUL, I_MUL},    {OP_DIV, I_DIV},
    {OP_POW, I_POW},         {OP_EL_ADD, I_ADD},    {OP_EL_SUB, I_SUB}, {OP_EL_MUL, I_MUL},
    {OP_EL_DIV, I_DIV},      {OP_EL_POW, I_POW},    {OP_NEG, I_NEG},    {OP_LT, I_LT},
    {OP_LE, I_LE},           {OP_GT, I_GT},         {OP_GE, I_GE},      {OP_EQ, I_EQ},
    {OP_NE, I_NE},           {OP_AND, I_AND},       {OP_OR, I_OR},      {OP_NOT, I_NOT},
    {OP_ABS, I_ABS},         {OP_SIGN, I_SIGN},     {OP_SQRT, I_SQRT},  {OP_SIN, I_SIN},
    {OP_COS, I_COS},         {OP_TAN, I_TAN},       {OP_ASIN, I_ASIN},  {OP_ACOS, I_ACOS},
    {OP_ATAN, I_ATAN},       {OP_ATAN2, I_ATAN2},   {OP_SINH, I_SINH},  {OP_COSH, I_COSH},
    {OP_TANH, I_TANH},       {OP_EXP, I_EXP},       {OP_LOG, I_LOG},    {OP_LOG10, I_LOG10},
    {OP_DIV_INT, I_DIV_INT}, {OP_MOD, I_MOD},       {OP_REM, I_REM},    {OP_CEIL, I_CEIL},
    {OP_FLOOR, I_FLOOR},     {OP_INTEGER, I_FLOOR}, {OP_MIN, I_MIN},    {OP_MAX, I_MAX},
};

static bool instruction_of(Op op, InstructionCode *code)
{
    for (uint32_t i = 0; i < sizeof instruction_rows / sizeof *instruction_rows; i++)
        if (instruction_rows[i].op == op) {
            *code = (InstructionCode)instruction_rows[i].code;
            return true;
        }
    return false;
}

// Operators whose built-in takes the words of the arguments as they are.
static const struct {
    uint16_t op, builtin;
} builtin_rows[] = {
    {OP_SUM, B_SUM},           {OP_PRODUCT, B_PRODUCT},
    {OP_VECTOR, B_VECTOR},     {OP_MATRIX, B_MATRIX},
    {OP_SCALAR, B_SCALAR},     {OP_IDENTITY, B_IDENTITY},
    {OP_DIAGONAL, B_DIAGONAL}, {OP_FILL, B_FILL},
    {OP_LINSPACE, B_LINSPACE}, {OP_TRANSPOSE, B_TRANSPOSE},
    {OP_CROSS, B_CROSS},       {OP_OUTER_PRODUCT, B_OUTER_PRODUCT},
    {OP_SKEW, B_SKEW},         {OP_SYMMETRIC, B_SYMMETRIC},
    {OP_CAT, B_CAT},
};

int32_t emit_builtin(Lowering *l, Builtin which, const int32_t *operands, uint32_t n, int32_t site)
{
    int32_t d = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_BUILTIN,
                                      .d = d,
                                      .a = builder_operands(&l->b, operands, n),
                                      .b = site,
                                      .c = (int32_t)which,
                                      .n = n});
    return d;
}

static void give(Lowering *l, const Expr *e, int32_t word)
{
    set_words(l, e, &word, 1);
}

static int32_t argument(const Lowering *l, const Expr *e, uint32_t k)
{
    return word_of(l, e->args[k], 0);
}

static void give_builtin(Lowering *l, const Expr *e, Builtin which, const int32_t *operands,
                         uint32_t n)
{
    bool is_whole = type_elem(e->type)->kind == TYPE_INTEGER;
    int32_t site = is_whole ? site_of_expression(l, e) : site_here(l);
    give(l, e, emit_builtin(l, which, operands, n, site));
    VEC_LAST(&l->b.code).is_whole = is_whole;
}

// The greatest or least value of the type is the result for an empty array.
static void compute_extremum(Lowering *l, const Expr *e)
{
    const Expr *nothing = expr_empty_reduction(l->exprs, (Op)e->op, e->type);
    int32_t operands[2] = {argument(l, e, 0), compute_scalar(l, nothing)};
    give_builtin(l, e, e->op == OP_MIN ? B_MIN : B_MAX, operands, 2);
}

static bool is_array(const Expr *e)
{
    return e->type->kind == TYPE_ARRAY;
}

static bool is_divisor(const Expr *e) // a number other than zero
{
    double value;
    return expr_is_number(e, &value) && value != 0;
}

// ---- Integers ------------------------------------------------------------------------------

// Operators that may leave the range of Integers, make a minus zero or divide by zero.
static bool may_fail(const Expr *e)
{
    if (e->kind != EXPR_OP || type_elem(e->type)->kind != TYPE_INTEGER) return false;
    switch ((Op)e->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_EL_ADD:
    case OP_EL_SUB:
    case OP_EL_MUL:
    case OP_NEG:
    case OP_INTEGER:
    case OP_DIV_INT: return true;
    case OP_MOD:
    case OP_REM: return !is_divisor(e->args[1]);
    default: return false;
    }
}

void emit_whole(Lowering *l, const Expr *e, int32_t to, int32_t from)
{
    bool divides = e->op == OP_DIV_INT || e->op == OP_MOD || e->op == OP_REM;
    const Type *elem = type_elem(e->type);
    builder_emit(&l->b, (Instruction){.code = is_array(e) ? I_WHOLE_ARRAY : I_WHOLE,
                                      .is_whole = divides && e->kind == EXPR_OP,
                                      .d = to,
                                      .a = from,
                                      .c = site_of_expression(l, e),
                                      .n = elem->kind == TYPE_ENUMERATION ? elem->n : 0});
}

static void give_whole(Lowering *l, const Expr *e, int32_t word)
{
    int32_t d = builder_word(&l->b);
    emit_whole(l, e, d, word);
    give(l, e, d);
}

// ---- Arithmetic ----------------------------------------------------------------------------

// Integer powers by multiplication, in the order arithmetic_power uses.
static int32_t emit_integer_power(Lowering *l, int32_t x, int32_t exponent)
{
    int32_t result = 0, base = x;
    bool is_begun = false;
    for (int32_t n = abs(exponent); n; n >>= 1) {
        if (n & 1) result = is_begun ? emit_binary(&l->b, I_MUL, result, base) : base;
        is_begun = is_begun || (n & 1);
        if (n > 1) base = emit_unary(&l->b, I_SQUARE, base);
    }
    if (exponent > 0) return result;
    return emit_binary(&l->b, I_DIV, builder_constant(&l->b, 1), result);
}

static int32_t emit_power(Lowering *l, int32_t x, const Expr *exponent, int32_t y)
{
    double n;
    if (expr_is_number(exponent, &n) && n != 0 && arithmetic_multiplies(n))
        return emit_integer_power(l, x, (int32_t)n);
    if (expr_is_number(exponent, &n) && n == 0.5) // no minus zero, as arithmetic_power
        return emit_binary(&l->b, I_ADD, emit_unary(&l->b, I_SQRT, x), builder_constant(&l->b, 0));
    return emit_binary(&l->b, I_POW, x, y);
}

static int32_t emit_map(Lowering *l, InstructionCode code, const Expr *e)
{
    int32_t d = builder_word(&l->b);
    uint32_t which = is_array(e->args[0]) ? 1 : 0;
    if (e->n_args == 2 && is_array(e->args[1])) which |= 2;
    builder_emit(&l->b, (Instruction){.code = e->n_args == 2 ? I_MAP_PAIR : I_MAP,
                                      .d = d,
                                      .a = argument(l, e, 0),
                                      .b = e->n_args == 2 ? argument(l, e, 1) : 0,
                                      .c = (int32_t)code,
                                      .n = which | (uint32_t)site_here(l) << 2});
    return d;
}

static bool compute_product(Lowering *l, const Expr *e)
{
    if (!is_array(e->args[0]) || !is_array(e->args[1])) return false;
    int32_t operands[2] = {argument(l, e, 0), argument(l, e, 1)};
    give_builtin(l, e, is_array(e) ? B_MATRIX_PRODUCT : B_DOT, operands, 2);
    return true;
}

static void compute_strings(Lowering *l, const Expr *e, InstructionCode code)
{
    int32_t operands[2] = {argument(l, e, 0), argument(l, e, 1)};
    if (code == I_ADD) {
        give_builtin(l, e, B_STRING_JOIN, operands, 2);
        return;
    }
    int32_t order = emit_builtin(l, B_STRING_ORDER, operands, 2, -1);
    give(l, e, emit_binary(&l->b, code, order, builder_constant(&l->b, 0)));
}

static int32_t emit_arithmetic(Lowering *l, const Expr *e, InstructionCode code)
{
    int32_t a = argument(l, e, 0);
    if (code == I_POW) return emit_power(l, a, e->args[1], argument(l, e, 1));
    if (e->n_args == 2) return emit_binary(&l->b, code, a, argument(l, e, 1));
    return emit_unary(&l->b, code, a);
}

static void compute_arithmetic(Lowering *l, const Expr *e, InstructionCode code)
{
    if (code == I_MOD && type_elem(e->type)->kind == TYPE_INTEGER) code = I_MOD_INT;
    bool arrays = is_array(e->args[0]) || (e->n_args == 2 && is_array(e->args[1]));
    if (type_elem(e->args[0]->type)->kind == TYPE_STRING && !arrays) {
        compute_strings(l, e, code);
    } else if (e->op == OP_MUL && compute_product(l, e)) {
        return;
    } else if (e->op == OP_POW && is_array(e->args[0])) {
        int32_t operands[2] = {argument(l, e, 0), argument(l, e, 1)};
        give_builtin(l, e, B_MATRIX_POWER, operands, 2);
    } else {
        int32_t word = arrays ? emit_map(l, code, e) : emit_arithmetic(l, e, code);
        if (may_fail(e))
            give_whole(l, e, word);
        else
            give(l, e, word);
    }
}

// ---- Text ----------------------------------------------------------------------------------

static void compute_string_of(Lowering *l, const Expr *e)
{
    const Type *type = e->args[0]->type;
    bool is_real = type->kind == TYPE_REAL;
    if (e->n_args == 2 && e->args[1]->type->kind == TYPE_STRING) {
        int32_t operands[2] = {argument(l, e, 0), argument(l, e, 1)};
        Builtin which = is_real ? B_STRING_FORMAT_REAL : B_STRING_FORMAT_INTEGER;
        give_builtin(l, e, which, operands, 2);
        return;
    }
    // String(x, significantDigits, minimumLength, leftJustified), the digits only of Reals.
    uint32_t first = is_real ? 2 : 1;
    int32_t operands[4] = {argument(l, e, 0), builder_constant(&l->b, 0),
                           builder_constant(&l->b, 1), builder_constant(&l->b, 6)};
    if (e->n_args > first) operands[1] = argument(l, e, first);
    if (e->n_args > first + 1) operands[2] = argument(l, e, first + 1);
    Builtin which = B_STRING_OF_INTEGER;
    if (is_real) {
        which = B_STRING_OF_REAL;
        if (e->n_args > 1) operands[3] = argument(l, e, 1);
    } else if (type->kind == TYPE_BOOLEAN) {
        which = B_STRING_OF_BOOLEAN;
    } else if (type->kind == TYPE_ENUMERATION) {
        which = B_STRING_OF_ENUM;
        operands[3] = names_operand(l, type->literals, type->n);
    }
    give_builtin(l, e, which, operands, 4);
}

// ---- The others ----------------------------------------------------------------------------

static void compute_size(Lowering *l, const Expr *e)
{
    int32_t array = argument(l, e, 0);
    double k;
    if (expr_is_number(e->args[1], &k)) {
        give(l, e, emit_size(l, array, (uint32_t)k));
    } else {
        int32_t d = builder_word(&l->b);
        builder_emit(
            &l->b,
            (Instruction){
                .code = I_SIZE, .d = d, .a = array, .b = argument(l, e, 1), .c = site_here(l)});
        give(l, e, d);
    }
}

// lambda * actual + (1 - lambda) * simplified while the initial system is followed.
static void compute_homotopy(Lowering *l, const Expr *e)
{
    if (!l->with_homotopy || l->lambda_word == NO_SLOT) {
        give(l, e, argument(l, e, 0));
        return;
    }
    int32_t rest = emit_binary(&l->b, I_SUB, builder_constant(&l->b, 1), l->lambda_word);
    int32_t actual = emit_binary(&l->b, I_MUL, l->lambda_word, argument(l, e, 0));
    int32_t simplified = emit_binary(&l->b, I_MUL, rest, argument(l, e, 1));
    give(l, e, emit_binary(&l->b, I_ADD, actual, simplified));
}

static void compute_semi_linear(Lowering *l, const Expr *e)
{
    int32_t x = argument(l, e, 0), d = builder_word(&l->b);
    int32_t positive = emit_binary(&l->b, I_GE, x, builder_constant(&l->b, 0));
    uint32_t otherwise = emit_jump(&l->b, I_JUMP_IF_ZERO, positive);
    builder_emit(&l->b, (Instruction){.code = I_MUL, .d = d, .a = x, .b = argument(l, e, 1)});
    uint32_t end = emit_jump(&l->b, I_JUMP, 0);
    patch_jump(&l->b, otherwise);
    builder_emit(&l->b, (Instruction){.code = I_MUL, .d = d, .a = x, .b = argument(l, e, 2)});
    patch_jump(&l->b, end);
    l->label = builder_here(&l->b);
    give(l, e, d);
}

static void compute_delay(Lowering *l, const Expr *e)
{
    double row = 0;
    expr_is_number(e->args[0], &row);
    int32_t at = emit_binary(&l->b, I_SUB, SLOT_TIME, argument(l, e, 1)), d = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_DELAYED, .d = d, .a = at, .c = (int32_t)row});
    give(l, e, d);
}

static void compute_transported(Lowering *l, const Expr *e)
{
    double row = 0, which = 0;
    expr_is_number(e->args[0], &row);
    expr_is_number(e->args[1], &which);
    int32_t x = argument(l, e, 2), d = builder_word(&l->b);
    builder_emit(
        &l->b, (Instruction){
                   .code = I_TRANSPORTED, .d = d, .a = x, .c = (int32_t)row, .n = (uint32_t)which});
    give(l, e, d);
}

static bool compute_builtin(Lowering *l, const Expr *e)
{
    bool repeats_array = e->op == OP_FILL && is_array(e->args[0]);
    for (uint32_t i = 0; i < sizeof builtin_rows / sizeof *builtin_rows; i++) {
        if (builtin_rows[i].op != e->op) continue;
        int32_t *operands = ARENA_RAW(l->scratch, int32_t, e->n_args + 1);
        for (uint32_t k = 0; k < e->n_args; k++) operands[k] = argument(l, e, k);
        Builtin which = repeats_array ? B_FILL_ARRAYS : (Builtin)builtin_rows[i].builtin;
        give_builtin(l, e, which, operands, e->n_args);
        return true;
    }
    return false;
}

// ---- Operators on records: word by word ------------------------------------------------------

static void compute_identity(Lowering *l, const Expr *e, const Expr *same)
{
    uint32_t n = word_count(e->type);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, n + 1);
    for (uint32_t w = 0; w < n; w++) words[w] = word_of(l, same, w);
    set_words(l, e, words, n);
}

// fill(record, n, m) and cat(k, a, b) of arrays of records.
static void compute_by_words(Lowering *l, const Expr *e)
{
    bool is_fill = e->op == OP_FILL;
    if (!is_fill && e->op != OP_CAT) {
        lowering_fail(l, e, "of records is not supported yet");
        return;
    }
    TypeVec types = {0};
    word_types(l, e->args[is_fill ? 0 : 1]->type, &types);
    int32_t words[types.count + 1], operands[e->n_args + 1];
    for (uint32_t w = 0; w < types.count; w++) {
        for (uint32_t k = 0; k < e->n_args; k++) {
            bool is_value = is_fill ? k == 0 : k > 0;
            operands[k] = is_value ? word_of(l, e->args[k], w) : argument(l, e, k);
        }
        Builtin fill = types.data[w]->kind == TYPE_ARRAY ? B_FILL_ARRAYS : B_FILL;
        words[w] = emit_builtin(l, is_fill ? fill : B_CAT, operands, e->n_args, site_here(l));
    }
    set_words(l, e, words, types.count);
}

void compute_operator(Lowering *l, const Expr *e)
{
    InstructionCode code;
    bool is_wrapper = e->op == OP_NO_EVENT || e->op == OP_SMOOTH;
    if (word_count(e->type) != 1 && !is_wrapper) {
        compute_by_words(l, e);
        return;
    }
    switch ((Op)e->op) {
    case OP_INTEGER_TO_ENUM: give_whole(l, e, argument(l, e, 0)); return;
    case OP_TO_REAL:
    case OP_ENUM_TO_INTEGER:
    case OP_NO_EVENT: compute_identity(l, e, e->args[0]); return;
    case OP_SMOOTH: compute_identity(l, e, e->args[1]); return;
    case OP_STRING: compute_string_of(l, e); return;
    case OP_SIZE: compute_size(l, e); return;
    case OP_HOMOTOPY: compute_homotopy(l, e); return;
    case OP_SEMI_LINEAR: compute_semi_linear(l, e); return;
    case OP_DELAY: compute_delay(l, e); return;
    case OP_TRANSPORTED: compute_transported(l, e); return;
    case OP_PROMOTE: {
        int32_t operands[2] = {argument(l, e, 0), argument(l, e, 1)};
        give_builtin(l, e, B_PROMOTE, operands, 2);
        return;
    }
    case OP_MIN:
    case OP_MAX:
        if (e->n_args == 1) {
            compute_extremum(l, e);
            return;
        }
        break;
    default: break;
    }
    if (instruction_of((Op)e->op, &code))
        compute_arithmetic(l, e, code);
    else if (!compute_builtin(l, e))
        lowering_fail(l, e, "is not supported here yet");
}
