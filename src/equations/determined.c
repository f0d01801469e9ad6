// Which flat variables equations and the targets of assignments may determine: asked by sections
// that assign some elements of an array. One walk over the model answers for all of them.
#include "base/bitset.h"
#include "equations/scalarizer.h"
#include "equations/walker.h"

enum { NO_SECTION = 0, SEVERAL_SECTIONS = -1 };

struct Determined {
    Scalarizer *z;
    uint8_t *n_left;    // by flat variable: how many equations it is the left side of, up to 2
    BitSet by_equation; // by flat variable
    int32_t *section;   // by flat variable: the section that assigns to it, from 1
    int32_t section_at_work;
    Walker walker;
    VarVec found;
};

static const VarVec *variables_in(Determined *d, const Expr *e)
{
    d->found.count = 0;
    walker_begin(&d->walker);
    if (e) walker_variables(&d->walker, e, &d->found);
    return &d->found;
}

// An equation between Reals sets no Integer.
static void note_side(Determined *d, const Equation *e, const Expr *side)
{
    const FlatModel *flat = d->z->flat;
    const VarVec *vars = variables_in(d, side);
    for (uint32_t i = 0; i < vars->count; i++) {
        TypeKind kind = type_elem(flat->variables[vars->data[i].i].type)->kind;
        if (kind == TYPE_REAL || !e->left || type_elem(e->left->type)->kind == kind)
            bitset_add(&d->by_equation, (uint32_t)vars->data[i].i);
    }
}

// x = e determines x where no other equation does, in a declaration or not; in a when-clause
// always: what occurs in e is determined elsewhere.
static bool has_one_direction(const Determined *d, const Equation *e, bool in_when)
{
    if (e->kind != EQN_EQUALS) return false;
    return in_when || (e->left->kind == EXPR_REF && d->n_left[e->left->u.var.i] == 1);
}

static void note_equations(Determined *d, Equations list, bool in_when)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Equation *e = &list.items[i];
        note_side(d, e, e->left);
        if (!has_one_direction(d, e, in_when)) note_side(d, e, e->right);
        for (uint32_t b = 0; b < e->n_branches; b++)
            note_equations(d, e->branches[b].body, in_when || e->kind == EQN_WHEN);
    }
}

static void count_left_sides(Equations list, uint8_t *n_left)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Equation *e = &list.items[i];
        if (e->kind == EQN_EQUALS && e->left->kind == EXPR_REF && n_left[e->left->u.var.i] < 2)
            n_left[e->left->u.var.i]++;
        for (uint32_t b = 0; b < e->n_branches; b++) count_left_sides(e->branches[b].body, n_left);
    }
}

static void note_target(Determined *d, const Expr *left)
{
    const VarVec *vars = variables_in(d, left);
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t *section = &d->section[vars->data[i].i];
        bool is_first = *section == NO_SECTION || *section == d->section_at_work;
        *section = is_first ? d->section_at_work : SEVERAL_SECTIONS;
    }
}

static void note_targets(Determined *d, Statements list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const Statement *st = &list.items[i];
        if (st->kind == STMT_ASSIGN) note_target(d, st->left);
        for (uint32_t b = 0; b < st->n_branches; b++) note_targets(d, st->branches[b].body);
    }
}

static Determined *determined_open(Scalarizer *z)
{
    const FlatModel *flat = z->flat;
    Determined *d = ARENA_NEW(z->scratch, Determined);
    *d = (Determined){.z = z,
                      .n_left = ARENA_ARRAY(z->scratch, uint8_t, flat->n_variables + 1),
                      .by_equation = bitset_make(z->scratch, flat->n_variables),
                      .section = ARENA_ARRAY(z->scratch, int32_t, flat->n_variables + 1),
                      .walker = walker_open(z->exprs, z->scratch)};
    Equations all = {flat->equations, flat->n_equations};
    count_left_sides(all, d->n_left);
    note_equations(d, all, false);
    for (uint32_t k = 0; k < flat->n_algorithms; k++) {
        d->section_at_work = (int32_t)k + 1;
        note_targets(d, flat->algorithms[k].body);
    }
    return d;
}

bool is_determined_elsewhere(Scalarizer *z, VarId flat, const Algorithm *here)
{
    if (!z->determined) z->determined = determined_open(z);
    const Determined *d = z->determined;
    int32_t section = (int32_t)(here - z->flat->algorithms) + 1;
    bool by_other = d->section[flat.i] != NO_SECTION && d->section[flat.i] != section;
    return by_other || bitset_has(&d->by_equation, (uint32_t)flat.i);
}
