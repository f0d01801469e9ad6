// The unit of every part of an expression, arguments first and without recursion. Where units must
// agree and one of them is known, the others are found from it (unit_inference.c); where two are
// known and differ, that is reported.
#include <math.h>

#include "units/checker.h"

static const Term unknown = {.state = TERM_UNKNOWN};
static const Term number = {.state = TERM_LITERAL, .is_pure = true};

static Term known(int32_t unit)
{
    return (Term){.state = TERM_KNOWN, .unit = unit};
}

static Term term_at(const Checker *c, const Expr *e)
{
    return e && c->stamps[e->id] == c->stamp ? c->terms[e->id] : unknown;
}

static const SiUnit *unit_at(const Checker *c, Term t)
{
    return &c->units.data[t.unit];
}

// ---- Leaves --------------------------------------------------------------------------------

static bool is_simple_fraction(double value)
{
    static const int divisors[] = {1, 2, 3, 4, 6, 8, 12};
    enum { LARGEST = 8 };
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++) {
        double above = value * divisors[i], whole = round(above);
        if (whole >= 1 && whole <= LARGEST && fabs(above - whole) < 1e-12 * whole) return true;
    }
    return false;
}

static bool is_part_of_pi(double value)
{
    const double pi = 3.14159265358979323846;
    return is_simple_fraction(fabs(value) / pi) || is_simple_fraction(pi / fabs(value));
}

// Factors of geometry and of integrals: 2, 1/2, 4/3, their roots, multiples of pi. Whoever writes
// 9.81, 0.1 or 1000 may mean a quantity whose unit he did not write.
bool number_is_pure(double value)
{
    return value == 0 || is_simple_fraction(fabs(value)) || is_part_of_pi(value) ||
           is_simple_fraction(value * value);
}

Holder *holder_of(const Checker *c, const Expr *e)
{
    if (e->kind == EXPR_REF) return &c->holders[e->u.var.i];
    return e->kind == EXPR_LOCAL && c->locals ? &c->locals[e->u.index] : NULL;
}

// A constant without a unit: it stands for a number that may have any, as small = 1e-60 does,
// unless the value tells.
static Term nameless_term(const Expr *value)
{
    double size;
    bool is_pi = value && expr_is_number(value, &size) && is_part_of_pi(size);
    return (Term){.state = TERM_LITERAL, .is_pure = is_pi};
}

static Term holder_term(const Checker *c, const Expr *e)
{
    TypeKind kind = type_elem(e->type)->kind;
    const Holder *h = holder_of(c, e);
    if (kind == TYPE_INTEGER) return number;
    if (kind != TYPE_REAL || !h) return unknown;
    if (h->is_constant && h->unit == UNIT_UNKNOWN) return nameless_term(h->value);
    if (h->unit == UNIT_UNKNOWN) return unknown;
    Term t = known(h->unit);
    t.is_inferred = h->cause != NO_CLAIM;
    t.is_gain = h->is_gain;
    return t;
}

static Term quantity_term(Checker *c, const Expr *e)
{
    Name text = e->args[1]->u.string;
    if (!text->length) return nameless_term(e->args[0]);
    int32_t unit = checker_unit_of_text(c, text);
    return unit == UNIT_UNKNOWN ? unknown : known(unit);
}

static Term literal_term(const Expr *e)
{
    double value;
    return (Term){.state = TERM_LITERAL,
                  .is_pure = expr_is_number(e, &value) && number_is_pure(value)};
}

// ---- Agreement -----------------------------------------------------------------------------

static Term without_zero(Checker *c, Term t)
{
    if (t.state != TERM_KNOWN) return t;
    SiUnit one = unit_one(), u = unit_product(unit_at(c, t), &one, 1);
    t.unit = checker_unit(c, &u);
    return t;
}

static const char *written_at(const Checker *c, const Expr *e)
{
    const Holder *h = holder_of(c, e);
    return h ? h->written : NULL;
}

// Of a and b, which are parts of `whole` or the sides of the claim.
static Term agreed(Checker *c, MixedKind kind, const Expr *whole, const Expr *a, const Expr *b)
{
    Term s = term_at(c, a), t = term_at(c, b);
    if (s.state == TERM_KNOWN && t.state == TERM_KNOWN) {
        const SiUnit *u = unit_at(c, s), *v = unit_at(c, t);
        if (!unit_same(u, v) || (kind != MIXED_SUM && !unit_same_zero(u, v))) {
            bool is_ramp = (s.is_clock || t.is_clock) && !unit_same_dimension(u, v);
            if (is_ramp) return s.is_clock ? t : s;
            if (c->reports) report_mixed(c, kind, whole, a, b);
            return unknown;
        }
        Term both = t.is_inferred ? s : t;
        both.is_gain = s.is_gain && t.is_gain;
        both.is_clock = s.is_clock && t.is_clock;
        return both;
    }
    if (s.state != TERM_KNOWN && t.state == TERM_KNOWN) {
        Term swapped = s;
        const Expr *other = a;
        s = t, t = swapped;
        a = b, b = other;
    }
    if (s.is_clock) return unknown; // 1 + time grows, whatever it measures
    if (s.state == TERM_KNOWN) {
        // A limit may be a small number that serves for everything.
        if (t.state == TERM_UNKNOWN && c->infers && kind != MIXED_COMPARED)
            infer_unit(c, b, kind == MIXED_SUM ? without_zero(c, s).unit : s.unit,
                       written_at(c, a));
        s.is_gain = false;
        return s;
    }
    bool is_literal = s.state == TERM_LITERAL && t.state == TERM_LITERAL;
    return is_literal ? (Term){.state = TERM_LITERAL} : unknown;
}

static Term agreed_all(Checker *c, MixedKind kind, const Expr *whole, uint32_t from, uint32_t to)
{
    Term all = term_at(c, whole->args[from]);
    const Expr *best = whole->args[from];
    for (uint32_t i = from + 1; i < to; i++) {
        all = agreed(c, kind, whole, best, whole->args[i]);
        if (all.state == TERM_KNOWN && term_at(c, best).state != TERM_KNOWN) best = whole->args[i];
    }
    return all;
}

// ---- Operators -----------------------------------------------------------------------------

static Term inverted(Checker *c, Term t)
{
    SiUnit one = unit_one(), u = unit_product(&one, unit_at(c, t), -1);
    Term r = known(checker_unit(c, &u));
    r.is_inferred = t.is_inferred;
    r.is_clock = t.is_clock;
    return r;
}

// A gain of unit "1" in front of what has no unit of its own may stand for any: blocks of signals
// are written so, and serve for all.
static bool is_loose(Term s, Term t)
{
    return (s.is_gain && t.is_inferred) || (t.is_gain && s.is_inferred);
}

static Term product(Checker *c, Term s, Term t, int sign)
{
    if (s.state == TERM_LITERAL && t.state == TERM_LITERAL)
        return (Term){.state = TERM_LITERAL, .is_pure = s.is_pure && t.is_pure};
    // Beside a number it may be the literal that has the unit: x = 2*phi.
    bool is_literal = s.state == TERM_LITERAL || t.state == TERM_LITERAL;
    Term other = s.state == TERM_LITERAL ? t : s;
    if (is_literal && other.state == TERM_KNOWN && other.unit == c->one)
        return (Term){.state = TERM_LITERAL, .is_pure = s.is_pure || t.is_pure};
    if (t.state == TERM_LITERAL) return t.is_pure ? s : unknown;
    if (s.state == TERM_LITERAL) {
        if (!s.is_pure || t.state != TERM_KNOWN) return unknown;
        return sign > 0 ? t : inverted(c, t);
    }
    if (s.state != TERM_KNOWN || t.state != TERM_KNOWN || is_loose(s, t)) return unknown;
    SiUnit u = unit_product(unit_at(c, s), unit_at(c, t), sign);
    Term r = known(checker_unit(c, &u));
    r.is_inferred = s.is_inferred || t.is_inferred;
    r.is_gain = s.is_gain && t.is_gain;
    r.is_clock = s.is_clock && t.is_clock;
    return r;
}

bool exponent_value(const Checker *c, const Expr *e, double *value)
{
    if (e->kind == EXPR_OP && (e->op == OP_QUANTITY || e->op == OP_TO_REAL)) e = e->args[0];
    if (e->kind == EXPR_REF && c->flat->variables[e->u.var.i].value)
        e = c->flat->variables[e->u.var.i].value;
    return expr_is_number(e, value);
}

static Term raised(Checker *c, Term t, double exponent)
{
    SiUnit u;
    if (t.state == TERM_LITERAL) return (Term){.state = TERM_LITERAL, .is_pure = t.is_pure};
    if (t.state != TERM_KNOWN || !unit_power(unit_at(c, t), exponent, &u)) return unknown;
    Term r = known(checker_unit(c, &u));
    r.is_inferred = t.is_inferred;
    r.is_clock = t.is_clock;
    return r;
}

static void must_be_number(Checker *c, const Expr *whole, const Expr *argument)
{
    Term t = term_at(c, argument);
    if (t.state == TERM_UNKNOWN && c->infers) infer_unit(c, argument, c->one, NULL);
    if (t.state != TERM_KNOWN || t.unit == c->one || t.is_clock || !c->reports) return;
    report_no_number(c, whole, argument);
}

static Term power_term(Checker *c, const Expr *e)
{
    double exponent;
    Term base = term_at(c, e->args[0]);
    if (exponent_value(c, e->args[1], &exponent)) return raised(c, base, exponent);
    must_be_number(c, e, e->args[1]);
    if (base.state == TERM_LITERAL) return (Term){.state = TERM_LITERAL};
    return base.state == TERM_KNOWN && base.unit == c->one ? base : unknown;
}

static Term slope_term(Checker *c, Term t)
{
    if (t.state != TERM_KNOWN) return unknown;
    SiUnit second = unit_second(), u = unit_product(unit_at(c, t), &second, -1);
    Term r = known(checker_unit(c, &u));
    r.is_inferred = t.is_inferred;
    return r;
}

// 1/x and pi/x are what they seem; 1.5/x is more likely a quantity over another one.
static Term quotient_term(Checker *c, const Expr *e)
{
    double above;
    Term s = term_at(c, e->args[0]);
    if (expr_is_number(e->args[0], &above)) s.is_pure = fabs(above) == 1 || is_part_of_pi(above);
    return product(c, s, term_at(c, e->args[1]), -1);
}

static Term operator_term(Checker *c, const Expr *e)
{
    const Expr *const *args = e->args;
    if (e->op == OP_QUANTITY) return quantity_term(c, e);
    switch (op_unit((Op)e->op)) {
    case UNIT_FIRST: return term_at(c, args[0]);
    case UNIT_SECOND: return term_at(c, args[1]);
    case UNIT_SAME: return agreed_all(c, MIXED_ARGUMENTS, e, 0, e->n_args);
    case UNIT_SUM: return without_zero(c, agreed(c, MIXED_SUM, e, args[0], args[1]));
    case UNIT_FIRST_TWO: return agreed_all(c, MIXED_ARGUMENTS, e, 0, 2);
    case UNIT_TAIL: return unknown;
    case UNIT_COMPARED: agreed(c, MIXED_COMPARED, e, args[0], args[1]); return unknown;
    case UNIT_PRODUCT: return product(c, term_at(c, args[0]), term_at(c, args[1]), 1);
    case UNIT_PRODUCT_TWO:
        return product(c, term_at(c, args[0]), agreed_all(c, MIXED_ARGUMENTS, e, 1, 3), 1);
    case UNIT_QUOTIENT: return quotient_term(c, e);
    case UNIT_POWER: return power_term(c, e);
    case UNIT_ROOT: return raised(c, term_at(c, args[0]), 0.5);
    case UNIT_SLOPE: return slope_term(c, term_at(c, args[0]));
    case UNIT_TIME: return known(c->second);
    case UNIT_NUMBER: return number;
    case UNIT_OF_NUMBER: must_be_number(c, e, args[0]); return number;
    case UNIT_ANGLE: must_be_number(c, e, args[0]); return known(c->one);
    case UNIT_RATIO: agreed(c, MIXED_ARGUMENTS, e, args[0], args[1]); return known(c->one);
    case UNIT_LITERAL: return (Term){.state = TERM_LITERAL};
    case UNIT_NONE: break;
    }
    return unknown;
}

// ---- Calls and arrays ----------------------------------------------------------------------

static int32_t unit_of_local(Checker *c, const Local *local)
{
    return local->unit ? checker_unit_of_text(c, local->unit) : UNIT_UNKNOWN;
}

static Term output_term(Checker *c, const Function *f, uint32_t k)
{
    if (k >= f->n_outputs) return unknown;
    int32_t unit = unit_of_local(c, &f->locals[f->n_inputs + k]);
    return unit == UNIT_UNKNOWN ? unknown : known(unit);
}

// Whether an argument has the unit that its place asks for, as far as is known.
static bool takes(Checker *c, const Expr *argument, int32_t wanted, const char *written)
{
    Term t = term_at(c, argument);
    if (t.state == TERM_UNKNOWN && c->infers) infer_unit(c, argument, wanted, written);
    if (t.state != TERM_KNOWN || !c->reports) return true;
    const SiUnit *u = unit_at(c, t), *v = &c->units.data[wanted];
    bool is_ramp = t.is_clock && !unit_same_dimension(u, v);
    return is_ramp || (unit_same(u, v) && unit_same_zero(u, v));
}

static Term call_term(Checker *c, const Expr *e)
{
    const Function *f = e->u.function;
    for (uint32_t i = 0; i < e->n_args && i < f->n_inputs; i++) {
        int32_t wanted = unit_of_local(c, &f->locals[i]);
        if (wanted != UNIT_UNKNOWN && !takes(c, e->args[i], wanted, f->locals[i].unit->text))
            report_argument(c, e, i, wanted);
    }
    return f->n_outputs == 1 ? output_term(c, f, 0) : unknown;
}

// Elements may be of different kinds: then the whole has no unit, and nothing is wrong.
static Term array_term(const Checker *c, const Expr *e)
{
    Term all = {.state = TERM_LITERAL};
    for (uint32_t i = 0; i < e->n_args; i++) {
        Term t = term_at(c, e->args[i]);
        if (t.state == TERM_LITERAL) continue;
        if (t.state == TERM_UNKNOWN || (all.state == TERM_KNOWN && all.unit != t.unit))
            return unknown;
        all = t;
    }
    return all;
}

static int32_t unit_of_field(Checker *c, const Type *record, uint32_t field)
{
    if (record->kind != TYPE_RECORD || c->in_derivative) return UNIT_UNKNOWN;
    Name unit = type_field_unit(c->s->exprs, record, field);
    return unit ? checker_unit_of_text(c, unit) : UNIT_UNKNOWN;
}

static Term field_term(Checker *c, const Expr *e)
{
    int32_t unit = unit_of_field(c, type_elem(e->args[0]->type), e->u.index);
    return unit == UNIT_UNKNOWN ? unknown : known(unit);
}

// The fields of a record that is written out, as the arguments of a call.
static Term record_term(Checker *c, const Expr *e)
{
    for (uint32_t i = 0; i < e->n_args && i < e->type->n; i++) {
        int32_t wanted = unit_of_field(c, e->type, i);
        if (wanted != UNIT_UNKNOWN && !takes(c, e->args[i], wanted, NULL))
            report_field(c, e, i, wanted);
    }
    return unknown;
}

static Term reduction_term(const Checker *c, const Expr *e)
{
    Term t = term_at(c, e->args[0]);
    if (e->op != OP_PRODUCT) return t;
    return t.state == TERM_KNOWN && t.unit == c->one ? t : unknown;
}

static Term clock_term(const Checker *c)
{
    Term t = known(c->second);
    t.is_clock = true;
    return t;
}

// What parameters choose may be of different kinds: a signal that shows a pressure, or a flow.
static Term conditional_term(Checker *c, const Expr *e)
{
    if (!is_choice(c, e->args[0])) return agreed(c, MIXED_BRANCHES, e, e->args[1], e->args[2]);
    Term s = term_at(c, e->args[1]), t = term_at(c, e->args[2]);
    if (s.state == TERM_LITERAL) return t;
    bool is_one = t.state == TERM_LITERAL ||
                  (s.state == TERM_KNOWN && t.state == TERM_KNOWN && s.unit == t.unit);
    return is_one ? s : unknown;
}

static Term node_term(Checker *c, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER: return literal_term(e);
    case EXPR_REF:
    case EXPR_LOCAL: return holder_term(c, e);
    case EXPR_ITERATOR: return type_elem(e->type)->kind == TYPE_INTEGER ? number : unknown;
    case EXPR_TIME: return clock_term(c);
    case EXPR_OP: return operator_term(c, e);
    case EXPR_IF: return conditional_term(c, e);
    case EXPR_CALL: return call_term(c, e);
    case EXPR_ARRAY: return array_term(c, e);
    case EXPR_COMPREHENSION:
    case EXPR_SUBSCRIPT: return term_at(c, e->args[0]);
    case EXPR_FIELD: return field_term(c, e);
    case EXPR_RECORD: return record_term(c, e);
    case EXPR_REDUCTION: return reduction_term(c, e);
    case EXPR_TUPLE_ITEM:
        return e->args[0]->kind == EXPR_CALL ? output_term(c, e->args[0]->u.function, e->u.index)
                                             : unknown;
    default: return unknown;
    }
}

static void find_terms(Checker *c, const Expr *e)
{
    c->walk.count = 0;
    VEC_PUSH(c->scratch, &c->walk, ((WalkedExpr){e, 0}));
    while (c->walk.count) {
        WalkedExpr *top = &VEC_LAST(&c->walk);
        const Expr *node = top->node;
        if (c->stamps[node->id] == c->stamp) {
            c->walk.count--;
        } else if (top->next < node->n_args) {
            const Expr *arg = node->args[top->next++];
            if (arg && c->stamps[arg->id] != c->stamp)
                VEC_PUSH(c->scratch, &c->walk, ((WalkedExpr){arg, 0}));
        } else {
            c->terms[node->id] = node_term(c, node);
            c->stamps[node->id] = c->stamp;
            c->walk.count--;
        }
    }
}

// ---- Claims --------------------------------------------------------------------------------

// (a, , b) = f(x): each with the output in its place.
static void join_outputs(Checker *c, const Expr *tuple, const Expr *call)
{
    for (uint32_t i = 0; i < tuple->n_args; i++) {
        Term wanted = output_term(c, call->u.function, i);
        if (!tuple->args[i] || wanted.state != TERM_KNOWN) continue;
        if (!takes(c, tuple->args[i], wanted.unit, NULL))
            report_output(c, tuple->args[i], call, i, wanted.unit);
    }
}

static bool is_list(const Expr *e)
{
    return e->kind == EXPR_ARRAY || e->kind == EXPR_RECORD;
}

// Arrays and records that are written out agree element by element.
static void join_sides(Checker *c, const Expr *a, const Expr *b)
{
    c->pairs.count = 0;
    VEC_PUSH(c->scratch, &c->pairs, a);
    VEC_PUSH(c->scratch, &c->pairs, b);
    while (c->pairs.count) {
        b = VEC_POP(&c->pairs);
        a = VEC_POP(&c->pairs);
        if (a->kind == EXPR_TUPLE && b->kind == EXPR_CALL) {
            join_outputs(c, a, b);
            continue;
        }
        bool both = is_list(a) && is_list(b) && a->n_args == b->n_args;
        if (both || a->kind == EXPR_ARRAY || b->kind == EXPR_ARRAY) {
            uint32_t n = is_list(a) ? a->n_args : b->n_args;
            for (uint32_t i = n; i-- > 0;) {
                VEC_PUSH(c->scratch, &c->pairs, is_list(a) ? a->args[i] : a);
                VEC_PUSH(c->scratch, &c->pairs, is_list(b) ? b->args[i] : b);
            }
            continue;
        }
        agreed(c, MIXED_SIDES, NULL, a, b);
    }
}

// Terms that earlier claims found hold until a unit becomes known or another function has other
// locals; behind something that was to be told of they are looked at again, for it may have to be
// told of here, too.
void examine_claim(Checker *c, const Claim *claim)
{
    c->at = claim;
    if (c->is_stale || claim->function != c->function) c->stamp++;
    c->is_stale = false;
    if (claim->function != c->function) declare_locals(c, claim->function);
    if (claim->left) find_terms(c, claim->left);
    find_terms(c, claim->right);
    if (claim->left) join_sides(c, claim->left, claim->right);
}
