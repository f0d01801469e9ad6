// evaluator.h -- one evaluation in progress; private to expr/.
#ifndef EXPR_EVALUATOR_H
#define EXPR_EVALUATOR_H
#include "expr/function.h"
#include "expr/table.h"
#include "expr/value.h"

typedef struct Binding { // an iterator and its present value
    uint32_t iterator;
    Value value;
} Binding;

typedef struct Frame { // a function being executed
    const Function *function;
    Value *locals;
    uint8_t *states; // LocalState
} Frame;

typedef struct Evaluator {
    Session *s;
    ExprTable *t;
    const ValueSource *values; // may be NULL: then no variable has a value
    EvalFailure *failure;
    bool failed;
    ValueMemory memory;
    Map literals;           // id of a literal array -> its Value, converted once
    VEC(Binding) iterators; // innermost last
    Frame *frame;           // NULL outside functions
    const char *doubt;      // why something inside of one may be no finite number; NULL: it is
    Name unset;             // what was used before it had a value; NULL: nothing
    Span span;              // of the statement being executed
    uint64_t steps;
    uint32_t n_kept; // counts data that must survive the present statement
} Evaluator;

// The C stack of a thread is 8 MB; the rest is for those who call us.
enum { MAX_STEPS = 100000000, MAX_STACK = 5 * 1024 * 1024 };

// All return false after eval_fail was called.
bool eval_expr(Evaluator *v, const Expr *e, Value *out);
bool eval_step(Evaluator *v, const Expr *at); // one more; false after too many
bool eval_integer(Evaluator *v, const Expr *e, int64_t *out);
bool eval_condition(Evaluator *v, const Expr *e, bool *out);
bool eval_operator(Evaluator *v, const Expr *e, const Value *args, Value *out);
bool eval_array_operator(Evaluator *v, const Expr *e, const Value *args, Value *out);
bool eval_product(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out);
bool eval_matrix_power(Evaluator *v, const Expr *e, const Value *a, int64_t power, Value *out);
bool eval_elementwise(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out);
bool eval_scalar_operator(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out);
bool eval_may_overflow(Evaluator *v, double result);
bool eval_unset(Evaluator *v, const Expr *e, const Type *type, Name name, Value *out);
bool eval_reduce(Evaluator *v, const Expr *e, Op op, const Value *array, Value *out);
bool eval_range(Evaluator *v, const Expr *e, Value *out);
bool eval_comprehension(Evaluator *v, const Expr *e, Value *out);
bool eval_reduction(Evaluator *v, const Expr *e, Value *out);
bool eval_subscript(Evaluator *v, const Expr *e, Value *out);
// The part of a variable's literal value that x[i].y selects, found without converting the
// rest of it; NULL when e is nothing of the kind or after a failure.
const Expr *eval_literal_place(Evaluator *v, const Expr *e);
bool eval_call(Evaluator *v, const Expr *e, Value *out);
bool eval_local(Evaluator *v, const Expr *e, Value *out);
bool eval_to_string(Evaluator *v, const Expr *e, const Value *args, Value *out);
bool eval_pack(Evaluator *v, const Expr *e, const Value *items, uint32_t n, Value *out);
bool eval_make_array(Evaluator *v, const Expr *e, const Type *elem, const int32_t *dims,
                     uint32_t rank, Value *out);

// One subscript per leading dimension, evaluated.
typedef struct Selection {
    uint32_t n;
    uint8_t *is_scalar;
    int64_t **indices; // from 0; NULL: all of the dimension
    int32_t *counts;
} Selection;
bool eval_selection(Evaluator *v, const Expr *e, const Value *base, Selection *out);
void selection_begin(const Selection *s, int32_t *position);
bool selection_next(const Selection *s, int32_t *position); // false after the last
int64_t selection_offset(const Selection *s, const Value *base, const int32_t *position);

// `is_model_error`: the user's mistake, rather than something not known at compile time.
bool eval_fail(Evaluator *v, const Expr *at, bool is_model_error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void *eval_take(Evaluator *v, size_t size); // never NULL: after exhaustion the run has failed
#endif
