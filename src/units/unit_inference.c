// Units that no declaration tells, from the equations in which they occur: a known unit goes from
// claim to claim like water. A claim is looked at again when one of its variables became known, a
// bounded number of times, so the whole is linear in the size of the model.
#include "units/checker.h"

// A sum of many terms that become known one by one: whoever is unknown then stays so.
enum { MOST_LOOKS = 12 };

static Term term_now(const Checker *c, const Expr *e)
{
    return c->stamps[e->id] == c->stamp ? c->terms[e->id] : (Term){.state = TERM_UNKNOWN};
}

static void want(Checker *c, const Expr *e, int32_t unit)
{
    if (term_now(c, e).state == TERM_UNKNOWN)
        VEC_PUSH(c->scratch, &c->wanted, ((Wanted){e, unit, NULL}));
}

static void want_product(Checker *c, const Expr *e, const SiUnit *of, const SiUnit *by, int sign)
{
    SiUnit u = unit_product(of, by, sign);
    want(c, e, checker_unit(c, &u));
}

// x*y and x/y: the one that is not known from the other one.
static void want_factors(Checker *c, const Expr *e, int32_t unit, bool is_quotient)
{
    const Expr *a = e->args[0], *b = e->args[1];
    Term s = term_now(c, a), t = term_now(c, b);
    SiUnit whole = c->units.data[unit], one = unit_one();
    if (s.is_gain || t.is_gain) return; // may stand for any: see is_loose
    if (t.state == TERM_LITERAL && t.is_pure) want(c, a, unit);
    if (t.state == TERM_KNOWN) {
        SiUnit below = c->units.data[t.unit];
        want_product(c, a, &whole, &below, is_quotient ? 1 : -1);
    }
    if (s.state == TERM_UNKNOWN || (s.state == TERM_LITERAL && (!s.is_pure || is_quotient)))
        return; // the 1 of 1/x may be a quantity
    SiUnit above = s.state == TERM_KNOWN ? c->units.data[s.unit] : one;
    if (is_quotient)
        want_product(c, b, &above, &whole, -1);
    else
        want_product(c, b, &whole, &above, -1);
}

static void want_power(Checker *c, const Expr *base, int32_t unit, double exponent)
{
    SiUnit u;
    if (exponent != 0 && unit_power(&c->units.data[unit], 1 / exponent, &u))
        want(c, base, checker_unit(c, &u));
}

static void want_arguments(Checker *c, const Expr *e, int32_t unit)
{
    double exponent;
    SiUnit second = unit_second(), whole = c->units.data[unit];
    switch (op_unit((Op)e->op)) {
    case UNIT_FIRST: want(c, e->args[0], unit); break;
    case UNIT_SECOND: want(c, e->args[1], unit); break;
    case UNIT_SAME:
    case UNIT_SUM:
        for (uint32_t i = 0; i < e->n_args; i++) want(c, e->args[i], unit);
        break;
    case UNIT_PRODUCT: want_factors(c, e, unit, false); break;
    case UNIT_QUOTIENT: want_factors(c, e, unit, true); break;
    case UNIT_POWER:
        if (exponent_value(c, e->args[1], &exponent)) want_power(c, e->args[0], unit, exponent);
        break;
    case UNIT_ROOT: want_power(c, e->args[0], unit, 0.5); break;
    case UNIT_SLOPE: want_product(c, e->args[0], &whole, &second, 1); break;
    default: break;
    }
}

// A variable of an algorithm may hold one quantity after another; a limit may be a number.
static bool tells_nothing(const Claim *it)
{
    return it->kind == CLAIM_ASSIGNMENT || it->kind == CLAIM_ATTRIBUTE || it->is_choice;
}

static void enqueue(Checker *c, int32_t claim)
{
    const Claim *it = &c->claims.data[claim];
    if (tells_nothing(it) || c->is_waiting[claim] || it->looks >= MOST_LOOKS) return;
    c->is_waiting[claim] = true;
    VEC_PUSH(c->scratch, &c->queue, claim);
}

static void settle(Checker *c, int32_t var, int32_t unit, const char *written)
{
    Holder *h = &c->holders[var];
    if (!h->may_infer || h->unit != UNIT_UNKNOWN) return;
    h->unit = unit;
    h->written = written;
    h->cause = c->claim;
    c->is_stale = true;
    for (uint32_t k = c->use_begin[var]; k < c->use_begin[var + 1]; k++) enqueue(c, c->uses[k]);
}

void infer_unit(Checker *c, const Expr *e, int32_t unit, const char *written)
{
    uint32_t before = c->wanted.count;
    VEC_PUSH(c->scratch, &c->wanted, ((Wanted){e, unit, written}));
    while (c->wanted.count > before) {
        Wanted w = VEC_POP(&c->wanted);
        switch ((ExprKind)w.e->kind) {
        case EXPR_REF: settle(c, w.e->u.var.i, w.unit, w.written); break;
        case EXPR_OP: want_arguments(c, w.e, w.unit); break;
        case EXPR_IF:
            want(c, w.e->args[1], w.unit);
            want(c, w.e->args[2], w.unit);
            break;
        case EXPR_ARRAY:
            for (uint32_t i = 0; i < w.e->n_args; i++) want(c, w.e->args[i], w.unit);
            break;
        case EXPR_COMPREHENSION: want(c, w.e->args[0], w.unit); break;
        default: break;
        }
    }
}

// ---- Which variable occurs in which claim --------------------------------------------------

typedef struct Use {
    int32_t var, claim;
} Use;

typedef struct UseList {
    Checker *c;
    VEC(Use) items;
    int32_t *last; // by VarId: the claim that it was last met in, plus one
    int32_t claim;
    bool *is_told; // by id of a call: a claim that tells something has it
} UseList;

static void note_use(UseList *list, const Expr *e)
{
    Checker *c = list->c;
    if (e->kind != EXPR_REF || !c->holders[e->u.var.i].may_infer) return;
    int32_t var = e->u.var.i;
    if (list->last[var] == list->claim + 1) return;
    list->last[var] = list->claim + 1;
    VEC_PUSH(c->scratch, &list->items, ((Use){var, list->claim}));
}

// The unit of a call does not follow from its arguments, so one claim tells what these say of each
// other. All members of a record that a call returns would have all its arguments below them.
static bool is_told(UseList *list, const Expr *e)
{
    if (e->kind != EXPR_CALL || tells_nothing(&list->c->claims.data[list->claim])) return false;
    bool before = list->is_told[e->id];
    list->is_told[e->id] = true;
    return before;
}

static void note_uses(UseList *list, const Expr *e)
{
    Checker *c = list->c;
    if (!e || !(e->flags & EXPR_HAS_REF)) return;
    c->walk.count = 0;
    VEC_PUSH(c->scratch, &c->walk, ((WalkedExpr){e, 0}));
    while (c->walk.count) {
        const Expr *node = VEC_POP(&c->walk).node;
        if (c->stamps[node->id] == c->stamp) continue;
        c->stamps[node->id] = c->stamp;
        if (is_told(list, node)) continue;
        note_use(list, node);
        for (uint32_t i = 0; i < node->n_args; i++)
            if (node->args[i] && (node->args[i]->flags & EXPR_HAS_REF))
                VEC_PUSH(c->scratch, &c->walk, ((WalkedExpr){node->args[i], 0}));
    }
}

static void list_uses(Checker *c, uint32_t n_claims)
{
    uint32_t n = c->flat->n_variables;
    UseList list = {.c = c, .last = ARENA_ARRAY(c->scratch, int32_t, n + 1)};
    list.is_told = ARENA_ARRAY(c->scratch, bool, expr_count(c->s->exprs) + 1);
    for (uint32_t i = 0; i < n_claims; i++) {
        list.claim = (int32_t)i;
        c->stamp++;
        uint32_t before = list.items.count;
        note_uses(&list, c->claims.data[i].left);
        note_uses(&list, c->claims.data[i].right);
        c->claims.data[i].is_open = list.items.count > before;
    }
    c->use_begin = ARENA_ARRAY(c->scratch, uint32_t, n + 2);
    c->uses = ARENA_ARRAY(c->scratch, int32_t, list.items.count + 1);
    for (uint32_t k = 0; k < list.items.count; k++) c->use_begin[list.items.data[k].var + 1]++;
    for (uint32_t i = 0; i < n; i++) c->use_begin[i + 1] += c->use_begin[i];
    uint32_t *next = ARENA_COPY(c->scratch, uint32_t, c->use_begin, n + 1);
    for (uint32_t k = 0; k < list.items.count; k++)
        c->uses[next[list.items.data[k].var]++] = list.items.data[k].claim;
}

// Variables of one claim that were found from each other are one matter.
static void join_found(Checker *c)
{
    c->found = union_find_make(c->scratch, (int32_t)c->flat->n_variables);
    c->is_spoilt = ARENA_ARRAY(c->scratch, bool, c->flat->n_variables + 1);
    int32_t *first = ARENA_ARRAY(c->scratch, int32_t, c->claims.count + 1);
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        if (c->holders[i].cause == NO_CLAIM) continue;
        for (uint32_t k = c->use_begin[i]; k < c->use_begin[i + 1]; k++) {
            int32_t *other = &first[c->uses[k]];
            if (*other) union_find_join(&c->found, *other - 1, (int32_t)i, false);
            *other = (int32_t)i + 1;
        }
    }
    c->is_brought = ARENA_ARRAY(c->scratch, bool, c->flat->n_variables + 1);
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        int32_t cause = c->holders[i].cause;
        if (cause != NO_CLAIM && is_users_text(c, c->claims.data[cause].span))
            c->is_brought[union_find_root(&c->found, (int32_t)i, NULL)] = true;
    }
}

void infer_all(Checker *c)
{
    uint32_t n = 0;
    while (n < c->claims.count && !c->claims.data[n].function) n++;
    c->is_waiting = ARENA_ARRAY(c->scratch, bool, n + 1);
    list_uses(c, n);
    c->infers = c->is_stale = true;
    for (uint32_t i = 0; i < n; i++)
        if (c->claims.data[i].is_open) enqueue(c, (int32_t)i);
    for (uint32_t next = 0; next < c->queue.count; next++) {
        c->claim = c->queue.data[next];
        c->is_waiting[c->claim] = false;
        c->claims.data[c->claim].looks++;
        examine_claim(c, &c->claims.data[c->claim]);
    }
    c->infers = false;
    c->is_stale = true;
    join_found(c);
}
