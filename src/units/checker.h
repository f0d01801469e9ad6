// checker.h -- what the files of units/ share: terms, holders, claims.
#ifndef UNITS_CHECKER_H
#define UNITS_CHECKER_H
#include "base/map.h"
#include "base/vec.h"
#include "expr/stamps.h"
#include "graph/union_find.h"
#include "units/unit.h"
#include "units/units.h"

typedef enum {
    TERM_UNKNOWN,
    TERM_LITERAL, // a number: fits every unit in sums and equations
    TERM_KNOWN
} TermState;

typedef struct Term { // what is known of the unit of an expression
    TermState state;
    bool is_pure;     // LITERAL: a factor that changes no unit, as 2 and pi; 9.81 may have a unit
    bool is_inferred; // KNOWN: rests on a unit that no declaration tells
    bool is_gain;     // KNOWN: a parameter of unit "1", or a product of such
    bool is_clock;    // KNOWN: of nothing but time; sin(time) and x = time^2 leave out a factor
    int32_t unit;     // KNOWN: index in Checker.units
} Term;

enum { UNIT_UNKNOWN = -1, NO_CLAIM = -1 };

typedef struct Holder {  // a variable of the model, or a local of the function at hand
    int32_t unit;        // UNIT_UNKNOWN
    int32_t cause;       // the claim from which it was found; NO_CLAIM for declared ones
    const char *written; // as it was declared, here or where it was found from; NULL
    const Expr *value;   // of a constant; may be NULL
    bool may_infer;
    bool is_gain;
    bool is_constant;
} Holder;

typedef enum {
    CLAIM_EQUATION,
    CLAIM_CONNECTION,
    CLAIM_BINDING, // left is the variable, as in the following
    CLAIM_ASSIGNMENT,
    CLAIM_ATTRIBUTE,
    CLAIM_EXPRESSION // right alone: a condition
} ClaimKind;

typedef struct Claim { // both sides have one unit
    ClaimKind kind;
    const Expr *left, *right;
    const char *attribute;    // ATTRIBUTE: its name
    const Function *function; // around it; NULL in the model. Those of the model come first.
    Span span;
    ComponentId component;
    uint32_t looks; // how often it was looked at
    bool is_open;   // has variables whose unit is to be found
    bool is_choice; // stands in a branch that parameters choose: the others mean something else
} Claim;

typedef enum { MIXED_SIDES, MIXED_SUM, MIXED_COMPARED, MIXED_BRANCHES, MIXED_ARGUMENTS } MixedKind;

typedef struct WalkedExpr {
    const Expr *node;
    uint32_t next;
} WalkedExpr;

typedef struct Wanted { // an expression that must have a unit
    const Expr *e;
    int32_t unit;
    const char *written; // as the declaration says from which it comes; NULL
} Wanted;

typedef struct Checker {
    Session *s;
    const FlatModel *flat;
    Arena *scratch;
    Severity severity;
    uint32_t n_reports;
    ExprNames names;

    VEC(SiUnit) units; // each once
    Map unit_index;    // by hash
    Map texts;         // by Name: unit of a text, -2: it is none
    int32_t one, second;

    Holder *holders;  // by VarId
    UnionFind found;  // variables whose units were found from each other
    bool *is_spoilt;  // by the root of `found`: one of them was reported
    bool *is_brought; // the same: one of them was found from the user's own text
    const Function *function;
    Holder *locals;     // of the function
    Map derivatives;    // functions that an annotation names as derivatives
    bool in_derivative; // the function is one: its records have the derivatives of their fields

    VEC(Claim) claims;
    int32_t n_choices;   // around the equations at hand while claims are collected
    bool is_copy;        // these, or the variable at hand, say what earlier ones do
    ExprStamps judged;   // while they are: expressions of copies
    int32_t claim;       // the one at hand; NO_CLAIM inside functions
    const Claim *at;     // the same
    uint32_t *use_begin; // by VarId: where its claims begin in `uses`
    int32_t *uses;
    VEC(int32_t) queue;
    bool *is_waiting; // by claim: it is in the queue
    bool infers, reports;

    Term *terms; // by Expr.id, where `stamps` has the stamp of now
    uint32_t *stamps;
    uint32_t stamp;
    bool is_stale;                // with the next claim they are no longer those of now
    VEC(WalkedExpr) walk, leaves; // stacks, as the following
    VEC(const Expr *) pairs;
    VEC(Wanted) wanted;
    Map reported; // by place
} Checker;

// declared.c
int32_t checker_unit(Checker *c, const SiUnit *u);   // its index
int32_t checker_unit_of_text(Checker *c, Name text); // UNIT_UNKNOWN for "" and what is no unit
void declare_variables(Checker *c);                  // fills `holders`
void declare_locals(Checker *c, const Function *f);  // fills `locals`
// claims.c
void collect_claims(Checker *c);
bool is_choice(const Checker *c, const Expr *condition); // parameters decide it, not quantities
// unit_terms.c
void examine_claim(Checker *c, const Claim *claim);
bool number_is_pure(double value);
Holder *holder_of(const Checker *c, const Expr *e); // REF, LOCAL; NULL for all else
bool exponent_value(const Checker *c, const Expr *e, double *value);
// unit_inference.c
// The unit of `e`, and of its parts, which have their terms; `written` may be NULL.
void infer_unit(Checker *c, const Expr *e, int32_t unit, const char *written);
void infer_all(Checker *c);
// unit_report.c
bool is_users_text(const Checker *c, Span span); // in the file of the model
void report_mixed(Checker *c, MixedKind kind, const Expr *whole, const Expr *a, const Expr *b);
void report_argument(Checker *c, const Expr *call, uint32_t k, int32_t wanted);
void report_field(Checker *c, const Expr *record, uint32_t k, int32_t wanted);
void report_output(Checker *c, const Expr *left, const Expr *call, uint32_t k, int32_t wanted);
void report_no_number(Checker *c, const Expr *whole, const Expr *argument);
void report_unit_text(Checker *c, Span span, const char *name, const char *text, const char *why);
void report_display(Checker *c, const FlatVariable *v, const char *unit, const char *shown);
#endif
