// lowering.h -- a CausalSystem on its way to a Program; private to program/.
#ifndef PROGRAM_LOWER_LOWERING_H
#define PROGRAM_LOWER_LOWERING_H
#include "causal/causal_system.h"
#include "program/lower/builder.h"
#include "program/lower/program_lower.h"

// Every expression becomes words: one for a scalar, a string, an object or an array; the words
// of its fields, one after the other, for a record; an array of records is one array for each
// field, the dimensions of the records before those of the field.
typedef VEC(const Type *) TypeVec;
typedef VEC(const Expr *) LeafVec;

enum { LONGEST_SHOWN = 80 }; // characters of an expression in a message

typedef struct Memo { // of an expression, by its id
    uint32_t epoch;   // valid when it is that of the Lowering
    int32_t first;    // in Lowering.words
} Memo;

typedef struct Work { // an expression being lowered; see code_expression.c
    const Expr *e;
    uint32_t stage, jump, scope;
    int32_t result;
} Work;

typedef struct FrameScope { // the function whose body is being lowered
    const Function *function;
    int32_t *first_word;   // by local
    uint32_t *n_scattered; // by local: words of its elements (scattered_arrays.c), else 0
    int32_t first_output;  // a word, behind those of the inputs
    int32_t n_variables;   // words of all locals
    uint8_t *started;      // by local: 1 under way, 2 done
    uint8_t *is_doubtful;  // by local: may be read before it is set (unset_variables.c)
    VEC(uint32_t) returns, breaks;
    bool in_loop;
    bool has_written_loops; // it has loops that were written out
} FrameScope;

typedef struct Lowering {
    Session *session;
    ExprTable *exprs;
    const CausalSystem *causal;
    const ResourceFinder *resources; // may be NULL
    EquationSystem *system;          // NULL when only functions are lowered
    Arena *out, *scratch;
    Builder b;
    int32_t *slot_of; // by VarId
    int32_t n_slots;
    VEC(double) start; // Program.start, in `out`

    VEC(Memo) memo;
    uint32_t epoch;
    VEC(uint32_t) remembered; // ids in the order of their memos: to forget those of a scope
    VEC(int32_t) words;
    VEC(Work) work;
    LeafVec calls;   // that were written, for shared_calls.c
    uint32_t label;  // the last place a jump leads to
    int32_t aliased; // a word that more than one expression has, the last such
    int depth;       // of nested loops in expressions

    Map word_of_iterator;
    Map number_of_function; // + 1
    VEC(const Function *) functions;
    VEC(Span) leads_to;  // by function: the place in the model that leads to it
    VEC(bool) is_untidy; // by function: what is known in it was not worked out yet
    Map literal_arrays;  // by id: constant operand + 1, negated
    Map kept_texts;      // by Name of a literal: its copy
    Map origins;         // by place in the sources: origin_text
    FrameScope *scope;
    Span span;      // of what is being lowered, for messages
    Span site_span; // of the site made last by site_here
    int32_t site;
    bool has_site;
    bool with_homotopy;  // homotopy(a, s) with lambda; otherwise a
    int32_t lambda_word; // NO_SLOT without
    bool failed;
} Lowering;

// ---- code_expression.c --------------------------------------------------------------------
void lowering_open(Lowering *l, Session *s, Arena *out, Arena *scratch);
void lowering_release(Lowering *l);  // no expression will be lowered any more
void forget_everything(Lowering *l); // at the begin of a routine or statement
uint32_t open_scope(Lowering *l);
void close_scope(Lowering *l, uint32_t scope); // what was computed since then may not be there
// The words of e: index of the first in Lowering.words. Code that computes them was emitted.
int32_t lowering_compute(Lowering *l, const Expr *e);
int32_t compute_scalar(Lowering *l, const Expr *e); // the operand of a one-word expression
void set_words(Lowering *l, const Expr *e, const int32_t *words, uint32_t n);
int32_t word_of(const Lowering *l, const Expr *e, uint32_t k); // e has been lowered
bool has_words(const Lowering *l, const Expr *e);
// Computes e into a word that exists; what reads e again reads that word.
// The same, although it may have been computed: the result of a call that makes something.
void compute_anew(Lowering *l, int32_t word, const Expr *e);
void compute_into(Lowering *l, int32_t word, const Expr *e);
void lowering_fail(Lowering *l, const Expr *at, const char *what);

// ---- word_types.c --------------------------------------------------------------------------
uint32_t word_count(const Type *type);
void word_types(Lowering *l, const Type *type, TypeVec *out);
uint32_t field_offset(const Type *type, uint32_t field); // record or tuple: words before it
bool type_is_address(const Type *type);                  // of a word: array or string
// Constant arrays; the operand.
int32_t literal_array(Lowering *l, const Expr *e, uint32_t word);
const char *literal_text(Lowering *l, Name text);
int32_t text_operand(Lowering *l, Name text);
int32_t names_operand(Lowering *l, const Name *names, uint32_t n);

// ---- code_operator.c, lower_array.c: combine words that have been computed ---------------
void compute_operator(Lowering *l, const Expr *e);
void compute_subscript(Lowering *l, const Expr *e);
void compute_array_items(Lowering *l, const Expr *e);
bool array_leaves(Lowering *l, const Expr *e, int32_t *dims, LeafVec *leaves);
void compute_range(Lowering *l, const Expr *e);
void compute_comprehension(Lowering *l, const Expr *e);
void compute_reduction(Lowering *l, const Expr *e);
// to <- from as the Integer or enumeration value of e; stops the run where it is none.
void emit_whole(Lowering *l, const Expr *e, int32_t to, int32_t from);
int32_t emit_builtin(Lowering *l, Builtin which, const int32_t *operands, uint32_t n, int32_t site);
int32_t emit_size(Lowering *l, int32_t array, uint32_t dimension); // dimension counts from 1

// For each subscript its kind and its word, as B_SLICE takes them; how many operands.
uint32_t slice_operands(Lowering *l, const Expr *const *subscripts, uint32_t n, int32_t *to);

typedef struct CodeLoop { // for i in range: code between loop_begin and loop_end
    uint32_t begin, exit;
    int32_t counter, iterator;
    int32_t limit, step; // operands
} CodeLoop;
int32_t emit_copy(Lowering *l, int32_t array);
// `of_statements`: the body may assign to variables.
CodeLoop loop_begin(Lowering *l, const Expr *iterator, const Expr *range, bool of_statements);
void loop_end(Lowering *l, CodeLoop *loop);

// ---- code_function.c ------------------------------------------------------------------------
int32_t function_number(Lowering *l, const Function *f);
bool returns_addresses(Lowering *l, const Function *f); // arrays or strings
void emit_functions(Lowering *l);                       // all that are called, and what they call

// ---- remembered.c: which functions are, once all are written ---------------------------------
typedef struct Worth {
    int32_t cost;
    bool is_pure;    // no messages, foreign code or parts of the model; nor recursive
    bool is_settled; // pure but for routines in Fortran: always the same results
    bool is_open, is_judged;
} Worth;
const Worth *judge_functions(Lowering *l); // by function
bool is_worth_remembering(Lowering *l, const Worth *worths, uint32_t function);
void choose_remembered(Lowering *l);

// ---- constant_parts.c: before that -------------------------------------------------------------
void part_constant_calls(Lowering *l);

// ---- special_calls.c: before that --------------------------------------------------------------
void specialize_calls(Lowering *l);

// ---- unset_variables.c -----------------------------------------------------------------------
// By local: it may be read before it is set, or only be returned so. What is certain is warned of.
enum { DOUBTFUL = 1, DOUBTFUL_AT_THE_END = 2 };
uint8_t *find_doubtful(Lowering *l, const Function *f);

// ---- scattered_arrays.c -----------------------------------------------------------------------
uint32_t *find_scattered(Lowering *l, const Function *f); // by local: how many elements, else 0
int32_t scattered_word(const Lowering *l, const Expr *e); // of an element of such an array, else -1

// ---- written_loops.c ---------------------------------------------------------------------------
bool write_loop_out(Lowering *l, const Statement *st); // false: it is a loop

// ---- code_statement.c -----------------------------------------------------------------------
void emit_statements(Lowering *l, const Statements *body);
void assign_words(Lowering *l, const Expr *left, const int32_t *words, int32_t mark);
// x := words for a local variable as a whole.
void keep_local(Lowering *l, uint32_t local, const int32_t *words, int32_t mark);
bool needs_memory(Lowering *l, const Expr *e); // whether its code takes memory of the stack
int32_t site_of(Lowering *l, Span span, const char *what);
int32_t site_here(Lowering *l);                         // of what is being lowered
int32_t site_of_expression(Lowering *l, const Expr *e); // the same with the expression's text
const char *origin_text(Lowering *l, Span span);        // file:line:column; NULL for none
#endif
