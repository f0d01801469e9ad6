// walker.h -- walks over expressions that forget what they have met when the next equation is
// begun: for passes that look at every equation of a large model.
#ifndef EQUATIONS_WALKER_H
#define EQUATIONS_WALKER_H
#include "base/vec.h"
#include "expr/expr.h"

typedef VEC(VarId) VarVec;

typedef struct MetNode {
    uint32_t id, walk;
    const Expr *result; // what it was rewritten to; NULL: it was not
} MetNode;

typedef struct Walker {
    ExprTable *exprs;
    Arena *arena;
    uint32_t walk; // number of the one at work
    MetNode *met;  // open addressing; those of another walk are free
    uint32_t n_met, met_mask;
    uint32_t *variable_stamp, variable_room;
    bool met_again; // walker_variables has met something twice since this was set to false
    VEC(const Expr *) stack;
    VEC(uint32_t) next;        // argument to look at, beside `stack`
    VEC(const Expr *) results; // of the arguments so far of all nodes on it
} Walker;

Walker walker_open(ExprTable *exprs, Arena *scratch);

// Forget what was seen: the variables of the next equation count afresh.
void walker_begin(Walker *w);
// The distinct variables of e, in the order of first occurrence; those seen since walker_begin
// are left out.
void walker_variables(Walker *w, const Expr *e, VarVec *out);
// Does a variable of e answer with true? The walk ends at the first that does.
bool walker_any_variable(Walker *w, const Expr *e, void *client, bool (*test)(void *, VarId));

// Simultaneous replacement: `replace` returns NULL to descend. It may be asked about a node more
// than once; in large expressions results are remembered until walker_begin.
typedef const Expr *(*Replacement)(void *client, const Expr *e);
const Expr *walker_rewrite(Walker *w, const Expr *e, void *client, Replacement replace);
#endif
