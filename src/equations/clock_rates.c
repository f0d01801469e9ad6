// Rates of sub-clocks: period, offset and solver of every partition, in exact fractions of the
// ticks of its source [MLS 16.7.5, EOM12].
//
// What is known spreads over the conversions in both directions; where two ways lead to one
// partition they must agree. Conversions without a factor give nothing, they are judged at the end.
#include "base/bitset.h"
#include "equations/clock_partitions.h"

// ---- Spreading ---------------------------------------------------------------------------------

typedef struct Spread { // conversions by partition, and the partitions to go on from
    Clocks *c;
    int32_t *first, *conversion_at; // compressed rows over representatives
    VEC(int32_t) reached;
    uint32_t next;
} Spread;

static Spread spread_open(Clocks *c)
{
    uint32_t n = c->parent.count;
    Spread s = {.c = c};
    s.first = ARENA_ARRAY(c->scratch, int32_t, n + 2);
    s.conversion_at = ARENA_RAW(c->scratch, int32_t, 2 * c->conversions.count + 1);
    for (uint32_t i = 0; i < c->conversions.count; i++) {
        s.first[partition_root(c, c->conversions.data[i].from) + 2]++;
        s.first[partition_root(c, c->conversions.data[i].to) + 2]++;
    }
    for (uint32_t i = 2; i < n + 2; i++) s.first[i] += s.first[i - 1];
    for (uint32_t i = 0; i < c->conversions.count; i++) {
        const Conversion *k = &c->conversions.data[i];
        s.conversion_at[s.first[partition_root(c, k->from) + 1]++] = (int32_t)i;
        s.conversion_at[s.first[partition_root(c, k->to) + 1]++] = (int32_t)i;
    }
    return s;
}

static Partition converted_clock(const Partition *known, const Conversion *k, bool forward)
{
    Partition r = *known;
    if (forward) {
        r.period = rational_times(known->period, k->factor);
        r.offset = rational_plus(known->offset, rational_times(k->shift, known->period));
    } else {
        r.period = rational_times(known->period, rational_inverse(k->factor));
        r.offset = rational_minus(known->offset, rational_times(k->shift, r.period));
    }
    return r;
}

static void convert(Spread *s, const Conversion *k, bool forward)
{
    Clocks *c = s->c;
    int32_t target = partition_root(c, forward ? k->to : k->from);
    Partition *t = &c->partitions.data[target];
    Partition got = converted_clock(partition_at(c, forward ? k->from : k->to), k, forward);
    if (!got.period.d || !got.offset.d) {
        diag_error(c->s->diag, k->span, E_CLOCK_VALUE,
                   "the factors of these clocks do not fit into 64 bits");
        return;
    }
    if (t->source == NO_SOURCE) {
        t->source = got.source;
        t->period = got.period;
        t->offset = got.offset;
        VEC_PUSH(c->scratch, &s->reached, target);
    } else if (!t->reported &&
               (!is_same_source(c, t->source, got.source) ||
                !rational_equal(t->period, got.period) || !rational_equal(t->offset, got.offset))) {
        t->reported = true;
        report_clocks(c, k->span);
    }
}

static void spread(Spread *s)
{
    Clocks *c = s->c;
    while (s->next < s->reached.count) {
        int32_t at = s->reached.data[s->next++];
        for (int32_t i = s->first[at]; i < s->first[at + 1]; i++) {
            const Conversion *k = &c->conversions.data[s->conversion_at[i]];
            if (!k->factor.n) continue;
            if (partition_root(c, k->from) == at) convert(s, k, true);
            if (partition_root(c, k->to) == at) convert(s, k, false);
        }
    }
}

// ---- Default clocks ----------------------------------------------------------------------------

// The fastest of the partitions reached since `begin` ticks every second, the first at the start.
static void scale_to_seconds(Spread *s, uint32_t begin)
{
    Clocks *c = s->c;
    Rational least = c->partitions.data[s->reached.data[begin]].period;
    Rational first = c->partitions.data[s->reached.data[begin]].offset;
    for (uint32_t i = begin; i < s->reached.count; i++) {
        const Partition *p = &c->partitions.data[s->reached.data[i]];
        if (rational_less(p->period, least)) least = p->period;
        if (rational_less(p->offset, first)) first = p->offset;
    }
    Rational scale = rational_inverse(least);
    for (uint32_t i = begin; i < s->reached.count; i++) {
        Partition *p = &c->partitions.data[s->reached.data[i]];
        p->period = rational_times(p->period, scale);
        p->offset = rational_times(rational_minus(p->offset, first), scale);
    }
}

// Is one of the partitions reached since `begin` converted to or from one reached before, without
// a factor that would say how their clocks are related?
static bool hangs_on_a_clock(Spread *s, uint32_t begin)
{
    Clocks *c = s->c;
    BitSet own = bitset_make(c->scratch, c->parent.count);
    for (uint32_t i = begin; i < s->reached.count; i++)
        bitset_add(&own, (uint32_t)s->reached.data[i]);
    for (uint32_t r = begin; r < s->reached.count; r++) {
        int32_t at = s->reached.data[r];
        for (int32_t i = s->first[at]; i < s->first[at + 1]; i++) {
            const Conversion *k = &c->conversions.data[s->conversion_at[i]];
            int32_t ends[2] = {partition_root(c, k->from), partition_root(c, k->to)};
            for (int e = 0; e < 2; e++)
                if (!bitset_has(&own, (uint32_t)ends[e]) &&
                    c->partitions.data[ends[e]].source != NO_SOURCE)
                    return true;
        }
    }
    return false;
}

static void use_default_clock(Spread *s, int32_t at)
{
    Clocks *c = s->c;
    Partition *p = &c->partitions.data[at];
    p->source = SECONDS;
    p->period = rational(1, 1);
    p->offset = rational(0, 1);
    uint32_t begin = s->reached.count;
    VEC_PUSH(c->scratch, &s->reached, at);
    spread(s);
    bool is_known_outside = c->s->as_part;
    if (!is_known_outside && hangs_on_a_clock(s, begin)) {
        diag_error(c->s->diag, p->span, E_CLOCK_DEFAULT,
                   "nothing determines the clock of this partition: a conversion to it needs a "
                   "factor");
        p->reported = true;
        return;
    }
    if (!is_known_outside &&
        !diag_count(c->s->diag, SEVERITY_ERROR)) // else it may be what was refused
        diag_warning(c->s->diag, p->span, E_CLOCK_DEFAULT,
                     "nothing determines the clock of this partition; it ticks every second");
    scale_to_seconds(s, begin);
}

// Input clocks of the model tick from outside, where nothing in it determines them.
static void use_input_clocks(Spread *s)
{
    Clocks *c = s->c;
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        const FlatVariable *v = &c->flat->variables[i];
        int32_t at = partition_root(c, c->first_node[i]);
        Partition *p = &c->partitions.data[at];
        bool is_free = v->causality == CAUSALITY_INPUT && v->type->kind == TYPE_CLOCK &&
                       p->is_clocked && p->source == NO_SOURCE && !c->s->as_part;
        if (!is_free) continue;
        const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
        ClockSource source = {.kind = SOURCE_CONDITION,
                              .e = expr_ref(c->exprs, (VarId){(int32_t)i}, type),
                              .is_input = true};
        c->span = v->declared->span;
        p->source = source_number(c, source);
        p->period = rational(1, 1);
        p->offset = rational(0, 1);
        VEC_PUSH(c->scratch, &s->reached, at);
        spread(s);
    }
}

// ---- Checks ------------------------------------------------------------------------------------

static bool is_whole(Rational r)
{
    return r.d == 1 && r.n >= 1;
}

static void check_inferred(Clocks *c, const Conversion *k)
{
    Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
    if (k->factor.n || from->reported || to->reported) return;
    Rational factor = rational_times(to->period, rational_inverse(from->period));
    bool fits = is_same_source(c, from->source, to->source);
    if (k->op == OP_SUB_SAMPLE) fits &= is_whole(factor);
    if (k->op == OP_SUPER_SAMPLE) fits &= is_whole(rational_inverse(factor));
    if (k->op != OP_NO_CLOCK) fits &= rational_equal(from->offset, to->offset);
    if (!fits) report_clocks(c, k->span);
}

static void check_partition(Clocks *c, Partition *p)
{
    const ClockSource *s = &c->sources.data[p->source];
    if (p->reported) return;
    if (p->offset.n < 0)
        diag_error(c->s->diag, p->span, E_CLOCK_VALUE,
                   "this clock would begin to tick before its base clock does");
    else if (s->kind == SOURCE_CONDITION && (p->period.d != 1 || p->offset.d != 1))
        diag_error(c->s->diag, p->span, E_CLOCK_VALUE,
                   "this clock would have to tick between the events of the clock it is made "
                   "from");
}

// A source whose sub-clocks leave out ticks, or tick in between, is counted in such parts that
// each of them has whole numbers.
static void divide_source(Clocks *c, const Partition *p)
{
    ClockSource *s = &c->sources.data[p->source];
    if (s->kind < SOURCE_CONDITION) return;
    Rational shares[2] = {p->period, p->offset};
    for (int i = 0; i < 2; i++) {
        int64_t parts = s->parts / greatest_divisor(s->parts, shares[i].d);
        if (!__builtin_mul_overflow(parts, shares[i].d, &parts) && parts < 1 << 30) {
            s->parts = parts;
            continue;
        }
        diag_error(c->s->diag, p->span, E_CLOCK_VALUE, "this clock is too fast for its base clock");
        return;
    }
    if (p->period.n != 1 || p->period.d != 1 || p->offset.n) s->is_counted = true;
}

static void check_rates(Clocks *c)
{
    for (uint32_t i = 0; i < c->conversions.count; i++) check_inferred(c, &c->conversions.data[i]);
    for (uint32_t i = 0; i < c->parent.count; i++) {
        Partition *p = &c->partitions.data[i];
        if (partition_root(c, (int32_t)i) != (int32_t)i || !p->is_clocked) continue;
        check_partition(c, p);
        divide_source(c, p);
    }
}

void spread_clocks(Clocks *c)
{
    Spread s = spread_open(c);
    for (uint32_t i = 0; i < c->parent.count; i++)
        if (partition_root(c, (int32_t)i) == (int32_t)i &&
            c->partitions.data[i].source != NO_SOURCE)
            VEC_PUSH(c->scratch, &s.reached, (int32_t)i);
    spread(&s);
    use_input_clocks(&s);
    for (uint32_t i = 0; i < c->parent.count; i++) {
        const Partition *p = &c->partitions.data[i];
        if (partition_root(c, (int32_t)i) == (int32_t)i && p->is_clocked && p->source == NO_SOURCE)
            use_default_clock(&s, (int32_t)i);
    }
    check_rates(c);
}

// ---- Solvers -----------------------------------------------------------------------------------

void report_solvers(Clocks *c, Span span)
{
    diag_error(c->s->diag, span, E_CLOCK_SOLVER,
               "two different solver methods meet in this clocked partition");
}

static bool infer_solver(Partition *p, const Partition *from)
{
    if (p->solver || !from->solver) return false;
    p->solver = from->solver;
    p->is_solver_inferred = true;
    return true;
}

static bool disagrees(const Partition *p, const Partition *with)
{
    return p->is_solver_inferred && p->has_derivative && with->solver && p->solver != with->solver;
}

// What has no solver of its own takes the one of the partitions it is converted to or from.
void spread_solvers(Clocks *c)
{
    bool progress = true;
    while (progress) { // each round gives one partition more its solver
        progress = false;
        for (uint32_t i = 0; i < c->conversions.count; i++) {
            const Conversion *k = &c->conversions.data[i];
            Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
            progress |= infer_solver(to, from) || infer_solver(from, to);
        }
    }
    for (uint32_t i = 0; i < c->conversions.count; i++) {
        const Conversion *k = &c->conversions.data[i];
        const Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
        if (!disagrees(from, to) && !disagrees(to, from)) continue;
        report_solvers(c, to->span);
    }
}
