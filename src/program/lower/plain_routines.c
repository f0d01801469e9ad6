// Whether derivatives are polynomials of what moves between events: time, states, inputs, and sines
// of these. One of low degree varies on the scale of its arguments and on no finer one: no pulse of
// it fits between the points at which a step looks. And whether everything is finite wherever these
// are.
//
// By word, the degree; straight-line code passes it on. In a branch both ways are taken together.
// Cost: one pass over the code, two over that of linear loops.
#include "program/lower/program_lower.h"

enum { MOST_DEGREE = 3, MOST_LOOPS_INSIDE = 8, MOST_DELAYS_IN_A_ROW = 8 };
enum { NO_POLYNOMIAL = 1000, MAYBE_NOT_FINITE }; // behind all degrees

typedef struct Degrees {
    const Program *p;
    int32_t *of; // by word
    int depth;   // of loops inside loops
} Degrees;

static int32_t of_operand(const Degrees *d, int32_t operand)
{
    return operand < 0 ? 0 : d->of[operand];
}

static int32_t highest_read(const Degrees *d, const InstructionWords *w)
{
    int32_t most = 0;
    for (uint32_t k = 0; k < w->n_reads; k++)
        if (of_operand(d, w->reads[k]) > most) most = of_operand(d, w->reads[k]);
    for (uint32_t k = 0; k < w->n_list; k++)
        if (of_operand(d, w->list[k]) > most) most = of_operand(d, w->list[k]);
    return most;
}

static int32_t capped(int32_t degree, int32_t most)
{
    return most == MAYBE_NOT_FINITE ? MAYBE_NOT_FINITE
           : degree > NO_POLYNOMIAL ? NO_POLYNOMIAL
                                    : degree;
}

// A linear equation of one unknown is divided unless both sides are zero: `or` of a number and of a
// coefficient, which decides where it is no zero. Truths that move are no polynomials.
static int32_t degree_of_or(const Degrees *d, const Instruction *i, int32_t most)
{
    bool is_held = !of_operand(d, i->a) || !of_operand(d, i->b);
    if (is_held && most < NO_POLYNOMIAL) return 0;
    return most ? capped(NO_POLYNOMIAL, most) : 0;
}

// It goes on as it began wherever its argument goes on evenly: a pulse would need many of them, as
// factors, which count, or as terms.
static int32_t degree_of_oscillation(int32_t most)
{
    return most <= 1 ? most : capped(NO_POLYNOMIAL, most);
}

static int32_t degree_of_delayed(const DelayInfo *d)
{
    return d->is_discrete && !d->is_varying ? 0 : MAYBE_NOT_FINITE;
}

// What is neither sum nor product has a degree when nothing that it reads moves.
static int32_t degree_of(const Degrees *d, const Instruction *i, const InstructionWords *w)
{
    int32_t most = highest_read(d, w);
    switch ((InstructionCode)i->code) {
    case I_MOVE:
    case I_NEG:
    case I_ADD:
    case I_SUB: return most;
    case I_MUL: return capped(of_operand(d, i->a) + of_operand(d, i->b), most);
    case I_SQUARE: return capped(2 * most, most);
    case I_DIV: return of_operand(d, i->b) ? MAYBE_NOT_FINITE : most;
    case I_ABS:
    case I_SIGN:
    case I_MIN:
    case I_MAX:
    case I_LT:
    case I_LE:
    case I_GT:
    case I_GE:
    case I_AND:
    case I_NOT:
    case I_ATAN:
    case I_TANH: return most ? capped(NO_POLYNOMIAL, most) : 0;
    case I_SIN:
    case I_COS: return degree_of_oscillation(most);
    case I_OR: return degree_of_or(d, i, most);
    case I_DELAYED: return degree_of_delayed(&d->p->model.delays[i->c]);
    case I_CALL:
    case I_EXTERNAL:
    case I_TRANSPORTED: return MAYBE_NOT_FINITE;
    default: return most ? MAYBE_NOT_FINITE : 0;
    }
}

static bool pass_routine(Degrees *d, int32_t number);

// A linear loop whose matrix stays: its unknowns are sums of what the residuals have without them.
static bool pass_loop(Degrees *d, const BlockInfo *b)
{
    if (b->kind != BLOCK_LINEAR || b->matrix_variability > IS_DISCRETE || b->n_discrete)
        return false;
    if (b->n_invariants || d->depth >= MOST_LOOPS_INSIDE) return false;
    d->depth++;
    int32_t most = 0;
    for (int32_t k = 0; k < b->n; k++) d->of[b->unknown_slots[k]] = 0;
    bool ok = pass_routine(d, b->residual);
    for (int32_t k = 0; k < b->n; k++)
        if (d->of[b->residual_slot + k] > most) most = d->of[b->residual_slot + k];
    for (int32_t k = 0; k < b->n; k++) d->of[b->unknown_slots[k]] = most;
    ok = ok && pass_routine(d, b->residual);
    d->depth--;
    return ok;
}

// False: a loop that has no degrees. What is written in a branch that depends on what moves is no
// polynomial.
static bool pass_routine(Degrees *d, int32_t number)
{
    if (number == NO_ROUTINE) return true;
    const Routine *r = &d->p->routines[number];
    int32_t branch_end = 0, least = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &d->p->code[r->first + k];
        InstructionWords w = instruction_words(d->p, i);
        bool is_jump = i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
        if ((int32_t)k >= branch_end) least = 0;
        if (is_jump && i->c > branch_end) branch_end = i->c;
        if (i->code == I_JUMP_IF_ZERO && of_operand(d, i->a)) least = NO_POLYNOMIAL;
        if (i->code == I_SOLVE && !pass_loop(d, &d->p->model.blocks[i->c])) return false;
        int32_t degree = degree_of(d, i, &w);
        if (degree < least) degree = least;
        for (uint32_t j = 0; j < w.n_results; j++) {
            int32_t *of = &d->of[w.results[j]];
            if ((int32_t)k >= branch_end || degree > *of) *of = degree;
        }
    }
    return true;
}

static void begin_with_what_moves(Degrees *d)
{
    const Model *m = &d->p->model;
    d->of[SLOT_TIME] = 1;
    for (int32_t i = 0; i < m->n_states; i++) d->of[m->states[i].slot] = 1;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->causality == IS_INPUT && v->variability == IS_CONTINUOUS && v->slot >= 0)
            d->of[v->slot] = 1;
    }
}

// What stands between events, and so do delays of it, one behind the other.
static void find_steady_delays(Degrees *d, Arena *out, Model *m)
{
    if (!m->n_delays) return;
    DelayInfo *rows = ARENA_COPY(out, DelayInfo, m->delays, m->n_delays);
    m->delays = rows;
    bool more = true;
    for (int k = 0; more && k < MOST_DELAYS_IN_A_ROW; k++) {
        more = false;
        if (!pass_routine(d, m->derivatives) || !pass_routine(d, m->crossings)) return;
        for (int32_t i = 0; i < m->n_delays; i++) {
            if (rows[i].is_discrete || d->of[rows[i].input_slot]) continue;
            rows[i].is_discrete = more = true;
        }
    }
}

void find_plain_routines(Program *p, Arena *out)
{
    Model *m = &p->model;
    Arena *scratch = arena_open("degrees");
    Degrees d = {.p = p, .of = ARENA_ARRAY(scratch, int32_t, p->n_words + 1)};
    int32_t most_of_states = 0, most = 0;
    begin_with_what_moves(&d);
    find_steady_delays(&d, out, m);
    bool ok = m->derivatives != NO_ROUTINE && pass_routine(&d, m->derivatives);
    for (int32_t i = 0; i < m->n_states; i++)
        if (d.of[m->states[i].derivative_slot] > most_of_states)
            most_of_states = d.of[m->states[i].derivative_slot];
    m->derivatives_are_plain = ok && most_of_states <= MOST_DEGREE;
    ok = ok && pass_routine(&d, m->outputs);
    for (int32_t i = 0; i < m->n_variables; i++) {
        int32_t slot = m->variables[i].slot;
        if (slot >= 0 && d.of[slot] > most) most = d.of[slot];
    }
    m->values_are_finite = ok && most <= NO_POLYNOMIAL && most_of_states <= NO_POLYNOMIAL;
    arena_close(scratch);
}
