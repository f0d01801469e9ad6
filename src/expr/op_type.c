// What an operator may be applied to and the type of its result (specification chapters 3
// and 10). Sizes that are not known yet (DIM_UNKNOWN) agree with every size.
#include "expr/table.h"

const OpRow op_rows[N_OPERATORS] = {
#define OPERATOR(symbol, name, arity, op_class, result, cast, varies, event, place, unit)          \
    [symbol] = {name,        arity,           CLASS_##op_class, RESULT_##result,                   \
                CAST_##cast, VARIES_##varies, EVENT_##event,    PLACE_##place,                     \
                UNIT_##unit},
#include "expr/operators.def"
#undef OPERATOR
};

const char *op_name(Op op)
{
    return op_rows[op].name;
}

int op_arity(Op op)
{
    return op_rows[op].arity;
}

bool op_of_name(const char *name, Op *op)
{
    for (Op i = 0; i < N_OPERATORS; i++)
        if (!op_is_symbol(i) && strcmp(op_rows[i].name, name) == 0) return *op = i, true;
    return false;
}

OpUnit op_unit(Op op)
{
    return (OpUnit)op_rows[op].unit;
}

OpVariability op_variability(Op op)
{
    return (OpVariability)op_rows[op].varies;
}

bool op_is_symbol(Op op)
{
    uint8_t c = op_rows[op].op_class;
    return c == CLASS_REL || c == CLASS_LOGIC || (c == CLASS_ARITH && op != OP_ABS);
}

bool op_is_relation(Op op)
{
    return op_rows[op].op_class == CLASS_REL;
}

bool op_is_step(Op op)
{
    return op_rows[op].varies == VARIES_IN_STEPS && !op_is_relation(op);
}

bool op_is_clocked(Op op)
{
    return op_rows[op].op_class == CLASS_CLOCK;
}

bool op_needs_model(Op op)
{
    return op_rows[op].place == PLACE_MODEL;
}

typedef struct Typing {
    ExprTable *t;
    Op op;
    const Expr *const *args;
    uint32_t n;
    const char *why;
} Typing;

static const Type *refuse(Typing *y, const char *why)
{
    y->why = why;
    return NULL;
}

static const Type *with_elem(ExprTable *t, const Type *like, const Type *elem)
{
    return like->kind == TYPE_ARRAY ? type_array(t, elem, like->dims, like->n) : elem;
}

static const Type *basic_like(Typing *y, const Type *like, TypeKind kind)
{
    return with_elem(y->t, like, y->t->basic[kind]);
}

// The size that a literal argument states; what exceeds it is too large in any case.
static int32_t stated_size(const Expr *e)
{
    double value;
    if (!expr_is_number(e, &value) || value < 0) return DIM_UNKNOWN;
    return value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static bool is_size(Typing *y, const Expr *e, double least)
{
    double value;
    if (e->type->kind != TYPE_INTEGER)
        y->why = "sizes are Integers";
    else if (expr_is_number(e, &value) && value < least)
        y->why = least > 0 ? "at least two points are needed" : "a size is not negative";
    else
        return true;
    return false;
}

// Fields whose size one of them leaves open are of the size the other knows. Fields of different
// sizes have none that both agree on.
static const Type *common_record(ExprTable *t, const Type *a, const Type *b)
{
    Field fields[a->n + 1];
    for (uint32_t i = 0; i < a->n; i++) {
        bool agree;
        fields[i] = a->fields[i];
        const Type *both = type_common(t, a->fields[i].type, b->fields[i].type, &agree);
        if (both && (!agree || !type_is_sized(a->fields[i].type))) fields[i].type = both;
    }
    return type_record(t, a->name, a->owner, fields, a->n);
}

static const Type *common_elem(ExprTable *t, const Type *a, const Type *b)
{
    a = type_elem(a), b = type_elem(b);
    if (a == b) return a;
    if (type_is_numeric(a) && type_is_numeric(b)) return t->basic[TYPE_REAL];
    if (a->kind == TYPE_ENUMERATION && b->kind == TYPE_ENUMERATION)
        return type_same_literals(a, b) ? a : NULL;
    if (a->kind == TYPE_RECORD && b->kind == TYPE_RECORD && a->n == b->n)
        return common_record(t, a, b);
    return NULL;
}

const Type *type_common(ExprTable *t, const Type *a, const Type *b, bool *sizes_agree)
{
    *sizes_agree = true;
    if (a == b) return a;
    const Type *elem = common_elem(t, a, b);
    uint32_t rank = type_rank(a);
    if (!elem || rank != type_rank(b)) return NULL;
    int32_t dims[rank + 1];
    for (uint32_t k = 0; k < rank; k++) {
        int32_t da = a->dims[k], db = b->dims[k];
        dims[k] = da == DIM_UNKNOWN ? db : da;
        if (da != DIM_UNKNOWN && db != DIM_UNKNOWN && da != db) {
            *sizes_agree = false;
            dims[k] = DIM_UNKNOWN;
        }
    }
    return type_array(t, elem, dims, rank);
}

static const Type *unify(Typing *y, const Type *a, const Type *b)
{
    bool agree;
    const Type *type = type_common(y->t, a, b, &agree);
    if (type && agree) return type;
    if (type) return refuse(y, "the sizes of the operands differ");
    bool is_mixed = !type_rank(a) != !type_rank(b);
    if (is_mixed && y->op == OP_ADD)
        return refuse(y, "one is an array and one is not; element by element it is '.+'");
    if (is_mixed && y->op == OP_SUB)
        return refuse(y, "one is an array and one is not; element by element it is '.-'");
    if (type_rank(a) != type_rank(b))
        return refuse(y, "the operands differ in their number of dimensions");
    return refuse(y, "the types of the operands do not fit together");
}

// Elementwise; a scalar goes with an array of any size.
static const Type *broadcast(Typing *y)
{
    const Type *type = y->args[0]->type;
    for (uint32_t i = 1; i < y->n && type; i++) {
        const Type *other = y->args[i]->type;
        if (type_rank(type) && type_rank(other)) {
            type = unify(y, type, other);
            continue;
        }
        const Type *elem = common_elem(y->t, type, other);
        if (!elem) return refuse(y, "the types of the operands do not fit together");
        type = with_elem(y->t, type_rank(type) ? type : other, elem);
    }
    return type;
}

static bool all_numeric(const Typing *y)
{
    for (uint32_t i = 0; i < y->n; i++)
        if (!type_is_numeric(y->args[i]->type)) return false;
    return true;
}

static const Type *refuse_numbers(Typing *y, const char *reason, const char *with_boolean)
{
    bool has_boolean = false;
    for (uint32_t i = 0; i < y->n; i++)
        has_boolean |= type_elem(y->args[i]->type)->kind == TYPE_BOOLEAN;
    return refuse(y, has_boolean ? with_boolean : reason);
}

static bool sizes_fit(int32_t a, int32_t b)
{
    return a == b || a == DIM_UNKNOWN || b == DIM_UNKNOWN;
}

static const Type *product_type(Typing *y)
{
    const Type *a = y->args[0]->type, *b = y->args[1]->type;
    if (!all_numeric(y))
        return refuse_numbers(y, "'*' needs numbers",
                              "'*' needs numbers; a Boolean becomes one by 'if .. then 1 else 0'");
    const Type *elem = common_elem(y->t, a, b);
    uint32_t ra = type_rank(a), rb = type_rank(b);
    if (ra == 0 || rb == 0) return with_elem(y->t, ra ? a : b, elem);
    if (ra > 2 || rb > 2) return refuse(y, "'*' is defined for scalars, vectors and matrices");
    if (!sizes_fit(a->dims[ra - 1], b->dims[0]))
        return refuse(y, "the inner sizes of the product differ");
    int32_t dims[2];
    uint32_t rank = 0;
    if (ra == 2) dims[rank++] = a->dims[0];
    if (rb == 2) dims[rank++] = b->dims[1];
    return type_array(y->t, elem, dims, rank);
}

static const Type *power_type(Typing *y)
{
    const Type *a = y->args[0]->type, *b = y->args[1]->type;
    if (!all_numeric(y) || type_rank(b)) return refuse(y, "'^' needs a number as exponent");
    if (type_rank(a) == 0) return y->t->basic[TYPE_REAL];
    if (type_rank(a) == 1)
        return refuse(y, "'^' needs a number or a square matrix; element by element it is '.^'");
    bool square = type_rank(a) == 2 && sizes_fit(a->dims[0], a->dims[1]);
    if (!square || b->kind != TYPE_INTEGER)
        return refuse(y, "'^' needs a number, or a square matrix and an Integer exponent");
    return basic_like(y, a, TYPE_REAL);
}

static const Type *quotient_type(Typing *y)
{
    if (!all_numeric(y))
        return refuse_numbers(y, "'/' needs numbers",
                              "'/' needs numbers; a Boolean becomes one by 'if .. then 1 else 0'");
    if (type_rank(y->args[1]->type)) return refuse(y, "the divisor of '/' must be a scalar");
    return basic_like(y, y->args[0]->type, TYPE_REAL);
}

static const Type *sum_type(Typing *y)
{
    static const char *const reason = "arithmetic needs numbers",
                             *const with_boolean = "arithmetic needs numbers; a Boolean becomes "
                                                   "one by 'if .. then 1 else 0'";
    bool is_text = type_elem(y->args[0]->type)->kind == TYPE_STRING && y->op == OP_ADD;
    bool is_arithmetic = all_numeric(y) || is_text;
    if (!is_arithmetic) return refuse_numbers(y, reason, with_boolean);
    return unify(y, y->args[0]->type, y->args[1]->type);
}

static const Type *arith_type(Typing *y)
{
    switch (y->op) {
    case OP_ADD:
    case OP_SUB: return sum_type(y);
    case OP_MUL: return product_type(y);
    case OP_DIV: return quotient_type(y);
    case OP_POW: return power_type(y);
    default: break;
    }
    const Type *type = broadcast(y);
    if (!type) return NULL;
    if (y->op == OP_EL_ADD && type_elem(type)->kind == TYPE_STRING) return type;
    if (!all_numeric(y)) return refuse(y, "arithmetic needs numbers");
    return op_rows[y->op].result == RESULT_REAL ? basic_like(y, type, TYPE_REAL) : type;
}

static const Type *relation_type(Typing *y)
{
    const Type *type = unify(y, y->args[0]->type, y->args[1]->type);
    if (!type) return NULL;
    if (type_rank(type)) return refuse(y, "relations compare scalars");
    if (type->kind == TYPE_RECORD || type->kind > TYPE_ENUMERATION)
        return refuse(y, "relations compare numbers, strings, Booleans and enumerations");
    return y->t->basic[TYPE_BOOLEAN];
}

static const Type *logic_type(Typing *y)
{
    for (uint32_t i = 0; i < y->n; i++)
        if (type_elem(y->args[i]->type)->kind != TYPE_BOOLEAN)
            return refuse(y, "logical operators need Booleans");
    return y->n == 2 ? unify(y, y->args[0]->type, y->args[1]->type) : y->args[0]->type;
}

static const Type *extremum_type(Typing *y)
{
    if (y->n == 1) return type_elem(y->args[0]->type);
    if (y->n != 2) return refuse(y, "min and max take one array or two scalars");
    return broadcast(y);
}

static const Type *sized_type(Typing *y, const Type *elem, uint32_t first)
{
    uint32_t rank = y->n - first;
    int32_t dims[rank + 1];
    for (uint32_t k = 0; k < rank; k++) {
        if (!is_size(y, y->args[first + k], 0)) return NULL;
        dims[k] = stated_size(y->args[first + k]);
    }
    return type_array(y->t, elem, dims, rank);
}

static const Type *square_type(Typing *y, const Type *elem, int32_t size)
{
    int32_t dims[2] = {size, size};
    return type_array(y->t, elem, dims, 2);
}

// How many dimensions from `first` on are known to have more elements than one, or none.
static uint32_t wide_dimensions(const Type *a, uint32_t first, bool or_none)
{
    uint32_t n = 0;
    for (uint32_t k = first; k < type_rank(a); k++)
        n += a->dims[k] != DIM_UNKNOWN && (a->dims[k] > 1 || (or_none && a->dims[k] == 0));
    return n;
}

static const Type *matrix_type(Typing *y, const Type *a)
{
    if (wide_dimensions(a, 2, true))
        return refuse(y, "dimensions behind the second must have the size one");
    int32_t dims[2] = {1, 1};
    if (type_rank(a) >= 1) dims[0] = a->dims[0];
    if (type_rank(a) >= 2) dims[1] = a->dims[1];
    return type_array(y->t, type_elem(a), dims, 2);
}

static const Type *transpose_type(Typing *y, const Type *a)
{
    if (type_rank(a) < 2) return refuse(y, "transpose needs at least two dimensions");
    int32_t dims[a->n];
    for (uint32_t k = 0; k < a->n; k++) dims[k] = a->dims[k < 2 ? 1 - k : k];
    return type_array(y->t, a->elem, dims, a->n);
}

static const Type *promote_type(Typing *y, const Type *a, uint32_t rank)
{
    if (rank < type_rank(a) || rank > 64) return refuse(y, "promote cannot remove dimensions");
    int32_t dims[rank + 1];
    for (uint32_t k = 0; k < rank; k++) dims[k] = k < type_rank(a) ? a->dims[k] : 1;
    return type_array(y->t, type_elem(a), dims, rank);
}

static const Type *cat_type(Typing *y)
{
    int32_t along = stated_size(y->args[0]);
    if (y->n < 2 || along < 1) return refuse(y, "cat needs the number of a dimension and arrays");
    const Type *elem = y->args[1]->type;
    uint32_t rank = type_rank(elem);
    if ((uint32_t)along > rank) return refuse(y, "the arrays have no such dimension");
    int32_t dims[rank];
    for (uint32_t k = 0; k < rank; k++) dims[k] = elem->dims[k];
    for (uint32_t i = 2; i < y->n; i++) {
        const Type *other = y->args[i]->type;
        if (type_rank(other) != rank)
            return refuse(y, "the arrays differ in their number of dimensions");
        elem = common_elem(y->t, elem, other);
        if (!elem) return refuse(y, "the types of the arrays do not fit together");
        for (uint32_t k = 0; k < rank; k++) {
            int32_t d = other->dims[k];
            if (k + 1 == (uint32_t)along)
                dims[k] = dims[k] == DIM_UNKNOWN || d == DIM_UNKNOWN ? DIM_UNKNOWN : dims[k] + d;
            else if (!sizes_fit(dims[k], d))
                return refuse(y, "the sizes of the arrays differ");
            else if (dims[k] == DIM_UNKNOWN)
                dims[k] = d;
        }
    }
    return type_array(y->t, type_elem(elem), dims, rank);
}

static const Type *vector_type(Typing *y, const Type *a)
{
    if (wide_dimensions(a, 0, false) > 1)
        return refuse(y, "only one dimension may have more than one element");
    int64_t count = type_count(a);
    int32_t size = count < 0 || count > INT32_MAX ? DIM_UNKNOWN : (int32_t)count;
    return type_array(y->t, type_elem(a), &size, 1);
}

static const Type *outer_type(Typing *y)
{
    const Type *a = y->args[0]->type, *b = y->args[1]->type;
    if (type_rank(a) != 1 || type_rank(b) != 1 || !all_numeric(y))
        return refuse(y, "outerProduct needs two vectors of numbers");
    int32_t dims[2] = {a->dims[0], b->dims[0]};
    return type_array(y->t, common_elem(y->t, a, b), dims, 2);
}

static bool is_three_vector(const Type *a)
{
    return type_rank(a) == 1 && type_is_numeric(a) && sizes_fit(a->dims[0], 3);
}

static const Type *size_type(Typing *y)
{
    const Type *integer = y->t->basic[TYPE_INTEGER];
    if (y->n == 2) return integer;
    int32_t rank = (int32_t)type_rank(y->args[0]->type);
    return type_array(y->t, integer, &rank, 1);
}

static const Type *three_type(Typing *y)
{
    for (uint32_t i = 0; i < y->n; i++)
        if (!is_three_vector(y->args[i]->type)) return refuse(y, "vectors of three numbers needed");
    const Type *elem = common_elem(y->t, y->args[0]->type, y->args[y->n - 1]->type);
    int32_t three = 3;
    return y->op == OP_SKEW ? square_type(y, elem, 3) : type_array(y->t, elem, &three, 1);
}

static const Type *array_type(Typing *y)
{
    const Type *a = y->args[0]->type;
    const Type *integer = y->t->basic[TYPE_INTEGER];
    int32_t size;
    switch (y->op) {
    case OP_MIN:
    case OP_MAX: return extremum_type(y);
    case OP_SUM:
    case OP_PRODUCT: return type_elem(a);
    case OP_SIZE: return size_type(y);
    case OP_NDIMS: return integer;
    case OP_SCALAR:
        if (wide_dimensions(a, 0, true)) return refuse(y, "all dimensions must have the size one");
        return type_elem(a);
    case OP_VECTOR: return vector_type(y, a);
    case OP_MATRIX: return matrix_type(y, a);
    case OP_IDENTITY:
        return is_size(y, y->args[0], 0) ? square_type(y, integer, stated_size(y->args[0])) : NULL;
    case OP_DIAGONAL:
        if (type_rank(a) != 1 || !all_numeric(y)) return refuse(y, "diagonal needs numbers");
        return square_type(y, a->elem, a->dims[0]);
    case OP_ZEROS:
    case OP_ONES: return sized_type(y, integer, 0);
    case OP_FILL: return sized_type(y, a, 1);
    case OP_LINSPACE:
        if (!is_size(y, y->args[2], 2)) return NULL;
        if (!all_numeric(y) || type_rank(a) || type_rank(y->args[1]->type))
            return refuse(y, "linspace needs two numbers and how many");
        size = stated_size(y->args[2]);
        return type_array(y->t, y->t->basic[TYPE_REAL], &size, 1);
    case OP_TRANSPOSE: return transpose_type(y, a);
    case OP_OUTER_PRODUCT: return outer_type(y);
    case OP_SYMMETRIC:
        if (type_rank(a) == 2 && all_numeric(y) && sizes_fit(a->dims[0], a->dims[1])) return a;
        return refuse(y, "symmetric needs a square matrix of numbers");
    case OP_CROSS:
    case OP_SKEW: return three_type(y);
    case OP_CAT: return cat_type(y);
    case OP_PROMOTE:
        size = stated_size(y->args[1]);
        return size < 0 ? refuse(y, "promote needs a literal number of dimensions")
                        : promote_type(y, a, (uint32_t)size);
    default: return refuse(y, "not an array operator");
    }
}

static const Type *event_type(Typing *y)
{
    const Type *real = y->t->basic[TYPE_REAL];
    switch (y->op) {
    case OP_DIV_INT:
    case OP_MOD:
    case OP_REM: return broadcast(y);
    case OP_HOMOTOPY: return unify(y, y->args[0]->type, y->args[1]->type);
    case OP_SMOOTH: return y->args[1]->type;
    case OP_SEMI_LINEAR: return real;
    case OP_DELAY: return basic_like(y, y->args[0]->type, TYPE_REAL);
    case OP_SPATIAL: {
        const Type *out = basic_like(y, y->args[0]->type, TYPE_REAL);
        return type_tuple(y->t, (Field[]){{NULL, out}, {NULL, out}}, 2);
    }
    default: break;
    }
    switch (op_rows[y->op].result) {
    case RESULT_REAL: return basic_like(y, y->args[0]->type, TYPE_REAL);
    case RESULT_INTEGER: return basic_like(y, y->args[0]->type, TYPE_INTEGER);
    case RESULT_BOOLEAN:
        if (y->n == 1) return basic_like(y, y->args[0]->type, TYPE_BOOLEAN);
        return y->t->basic[TYPE_BOOLEAN];
    default: return y->args[0]->type;
    }
}

static const Type *math_type(Typing *y)
{
    if (!all_numeric(y)) return refuse(y, "the function needs numbers");
    const Type *type = broadcast(y);
    if (!type) return NULL;
    return basic_like(y, type, y->op == OP_SIGN ? TYPE_INTEGER : TYPE_REAL);
}

static const Type *clock_type(Typing *y)
{
    if (y->op == OP_CLOCK) return y->t->basic[TYPE_CLOCK];
    if (y->op == OP_INTERVAL) return y->t->basic[TYPE_REAL];
    if (y->op == OP_FIRST_TICK) return y->t->basic[TYPE_BOOLEAN];
    return y->args[0]->type;
}

const Type *expr_op_type(ExprTable *t, Op op, const Expr *const *args, uint32_t n, const char **why)
{
    Typing y = {.t = t, .op = op, .args = args, .n = n};
    const Type *type = NULL;
    bool may_be_empty = op == OP_INITIAL || op == OP_TERMINAL || op == OP_INSTANCE_NAME ||
                        op == OP_CLOCK || op == OP_INTERVAL || op == OP_FIRST_TICK;
    if ((op_arity(op) >= 0 && n != (uint32_t)op_arity(op)) || (n == 0 && !may_be_empty)) {
        *why = "wrong number of arguments";
        return NULL;
    }
    switch ((OpClass)op_rows[op].op_class) {
    case CLASS_ARITH: type = arith_type(&y); break;
    case CLASS_REL: type = relation_type(&y); break;
    case CLASS_LOGIC: type = logic_type(&y); break;
    case CLASS_MATH: type = math_type(&y); break;
    case CLASS_EVENT: type = n ? event_type(&y) : t->basic[TYPE_BOOLEAN]; break;
    case CLASS_ARRAY: type = array_type(&y); break;
    case CLASS_CONV:
        if (op == OP_QUANTITY) {
            type = args[0]->type;
            break;
        }
        type = basic_like(&y, args[0]->type, op == OP_TO_REAL ? TYPE_REAL : TYPE_INTEGER);
        break;
    case CLASS_TEXT: type = t->basic[TYPE_STRING]; break;
    case CLASS_GRAPH:
        type = op_rows[op].result == RESULT_SAME      ? args[0]->type
               : op_rows[op].result == RESULT_INTEGER ? t->basic[TYPE_INTEGER]
               : op_rows[op].result == RESULT_REAL    ? t->basic[TYPE_REAL]
                                                      : t->basic[TYPE_BOOLEAN];
        break;
    case CLASS_CLOCK: type = clock_type(&y); break;
    }
    if (type && type_is_too_large(type))
        type = refuse(&y, "the array has more than 10000000 elements, the most that are supported");
    if (!type && why) *why = y.why;
    return type;
}
