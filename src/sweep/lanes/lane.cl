// lane.cl -- one run of an ensemble: fixed steps, and the events inside them.
//
// This text is C and OpenCL C: lanes_cpu.c includes it, and kernel_text.c prints it behind the
// routines of a model, so that a run is the same operations on every device. Who includes it says
// what W (a word of the model's vector), T (an entry of lane_tables.def), N (a count), CALL (a
// routine of the model) and LANE, SELF (parameters and arguments: the lane) are.
// formula.cl stands in front of it.

static void lane_begin_step(LANE)
{
    UNROLL
    for (int i = 0; i < N(states); i++) {
        s->begin[i] = W(T(state, i));
        s->slope[i] = W(T(derivative, i));
    }
}

// Another length is tried from the same point.
static int lane_step_again(LANE, double t, double end)
{
    UNROLL
    for (int i = 0; i < N(states); i++) {
        W(T(state, i)) = s->begin[i];
        W(T(derivative, i)) = s->slope[i];
    }
    return lane_step(SELF, t, end - t, end);
}

// ---- Conditions of events --------------------------------------------------------------------

// A relation has switched when its operands differ by a hysteresis in the other direction, relative
// to the largest difference seen and to the operands; see run/point/point.c.
#define HYSTERESIS 1e-10
#define LEAST_DIFFERENCE 1e-16

// Of crossing functions that are in place.
static int lane_compare(LANE, int *crossed)
{
    int any = 0;
    UNROLL
    for (int i = 0; i < N(watched); i++) {
        double memory = W(T(watched_memory, i)), a = W(T(watched_crossing, i)), operands = 0;
        if (!isfinite(a)) return LANE_NOT_FINITE;
        if (T(watched_is_step, i)) {
            double width = HYSTERESIS * fmax(1.0, fabs(a));
            any |= a - memory + width < 0 || memory + 1 - a + width < 0;
            continue;
        }
        if (T(watched_scale, i) >= 0) operands = fabs(W(T(watched_scale, i)));
        s->size[i] = fmax(s->size[i], fabs(a));
        double width = fmax(HYSTERESIS * fmax(s->size[i], operands), LEAST_DIFFERENCE);
        any |= (memory != 0 ? a : -a) + width < 0;
    }
    *crossed = any;
    return LANE_RUNS;
}

static int lane_crossed(LANE, int *crossed)
{
    return CALL(crossings) ? LANE_NOT_SOLVED : lane_compare(SELF, crossed);
}

// The first instant in (t, end] behind which a relation has switched, with the values there; steps
// of all lengths begin at t, so that the method itself says where the states are.
static int lane_locate(LANE, double t, double *end)
{
    double left = t, right = *end, width = right - left, last = right;
    for (int k = 0; k <= MOST_BISECTIONS; k++) {
        double at = left + (right - left) / 2;
        int crossed, is_found = right - left <= 4 * DBL_EPSILON * fmax(fabs(right), width) ||
                                at <= left || at >= right || k == MOST_BISECTIONS;
        if (is_found) at = right;
        if (is_found && last == right) break;
        int status = lane_step_again(SELF, t, at);
        if (status == LANE_RUNS) status = lane_crossed(SELF, &crossed);
        if (status != LANE_RUNS) return status;
        last = at;
        if (crossed)
            right = at;
        else
            left = at;
    }
    *end = right;
    return LANE_RUNS;
}

// ---- Known times -----------------------------------------------------------------------------

// Instants closer than this are one event.
static double lane_cluster(double t)
{
    return 1e-12 * fmax(fabs(t), 1e-3) + 2 * DBL_EPSILON * fabs(t);
}

static double lane_tick(LANE, int i)
{
    double start = W(T(sample_start, i));
    if (T(sample_interval, i) < 0) return start > s->last_tick[i] ? start : FOREVER;
    return start + s->ticks[i] * W(T(sample_interval, i));
}

static double lane_instant(LANE, int i)
{
    double at = W(T(timed_instant, i));
    int pending = T(timed_is_step, i) || (W(T(timed_memory, i)) != 0) != T(timed_true_after, i);
    return pending && at >= s->t - lane_cluster(s->t) ? fmax(at, s->t) : FOREVER;
}

// The next known instant; what nearly coincides happens at the latest of these.
static double lane_next_instant(LANE)
{
    double next = FOREVER;
    CALL(instants);
    UNROLL
    for (int i = 0; i < N(samples); i++) next = fmin(next, lane_tick(SELF, i));
    UNROLL
    for (int i = 0; i < N(timed); i++) next = fmin(next, lane_instant(SELF, i));
    double latest = next, near = next + lane_cluster(next);
    UNROLL
    for (int i = 0; i < N(samples); i++)
        if (lane_tick(SELF, i) <= near) latest = fmax(latest, lane_tick(SELF, i));
    UNROLL
    for (int i = 0; i < N(timed); i++)
        if (lane_instant(SELF, i) <= near) latest = fmax(latest, lane_instant(SELF, i));
    return latest > s->stop && next <= s->stop + lane_cluster(s->stop) ? s->stop : latest;
}

// ---- Events that accumulate --------------------------------------------------------------------
//
// A relation that took a value for moments only, sooner and sooner, and then keeps it while its
// expression leaves zero: see run/events/accumulation.c. Two sequences for each relation, of false
// and of true.

static void lane_note_switch(LANE, int now)
{
    double interval = s->t - s->on[now], ratio = interval / s->interval[now];
    int was_short = s->off[now] - s->on[now] < 0.02 * interval;
    int shrinks = s->interval[now] > 0 && ratio < 1 && was_short;
    int goes_on = shrinks && s->count[now] > 0 && fabs(ratio - s->ratio[now]) < 0.15;
    s->count[now] = goes_on ? s->count[now] + 1 : shrinks;
    if (s->count[now] <= 1) s->longest[now] = interval;
    s->ratio[now] = ratio;
    s->interval[now] = interval;
    s->on[now] = s->t;
    if (s->count[now] >= 3 && interval < 0.05 * s->longest[now]) s->suspect[now] = 1;
}

// Behind an event; the memories at the begin of its last pass do not tell, those before it do.
static int lane_note_switches(LANE)
{
    int any = 0;
    UNROLL
    for (int i = 0; i < N(watched); i++) {
        if (T(watched_is_step, i)) continue;
        int is_true = W(T(watched_memory, i)) != 0;
        if (is_true == (s->was_true[i] != 0)) continue;
        s->was_true[i] = is_true;
        any = 1;
        if (is_true) {
            s->off[2 * i] = s->t;
            lane_note_switch(SELF, 2 * i + 1);
        } else {
            s->off[2 * i + 1] = s->t;
            lane_note_switch(SELF, 2 * i);
        }
    }
    return any;
}

// At the end of a step without an event, where crossing functions are in place.
static int lane_accumulates(LANE)
{
    int any = 0;
    UNROLL
    for (int k = 0; k < 2 * N(watched); k++) {
        int i = k / 2;
        if (T(watched_is_step, i)) continue;
        double a = W(T(watched_crossing, i)), beyond = k % 2 ? a : -a;
        any |= s->suspect[k] != 0 && (s->was_true[i] != 0) == k % 2 && s->t - s->on[k] > s->interval[k] &&
               beyond > 1e-5 * s->size[i];
    }
    return any;
}

// ---- Events ----------------------------------------------------------------------------------

static void lane_take_pre_values(LANE)
{
    UNROLL
    for (int i = 0; i < N(pres); i++) s->pre[i] = W(T(pre_from, i));
    UNROLL
    for (int i = 0; i < N(pres); i++) W(T(pre_to, i)) = s->pre[i];
}

// At the end of the run what is due has been judged as it is written.
static void lane_begin_event(LANE, int is_terminal)
{
    double due = s->t + lane_cluster(s->t);
    CALL(instants);
    UNROLL
    for (int i = 0; i < N(samples); i++) {
        int is_due = lane_tick(SELF, i) <= due;
        W(T(sample_active, i)) = is_due;
        if (is_due) s->last_tick[i] = W(T(sample_start, i));
        for (int k = 0; k < 1000 && T(sample_interval, i) >= 0 && lane_tick(SELF, i) <= due; k++)
            s->ticks[i] += 1;
    }
    UNROLL
    for (int i = 0; i < N(timed); i++) {
        int is_due = lane_instant(SELF, i) <= due;
        double memory = W(T(timed_memory, i));
        if (is_due && !is_terminal)
            W(T(timed_memory, i)) = T(timed_is_step, i) ? memory + 1 : T(timed_true_after, i);
        if (T(timed_forced, i) >= 0) W(T(timed_forced, i)) = is_due;
        s->instant[i] = W(T(timed_instant, i));
    }
}

// A relation whose instant has moved is literal again; behind the event all are.
static void lane_release(LANE, int all)
{
    if (!all) CALL(instants);
    UNROLL
    for (int i = 0; i < N(timed); i++)
        if (T(timed_forced, i) >= 0 && (all || W(T(timed_instant, i)) != s->instant[i]))
            W(T(timed_forced, i)) = 0;
}

static int lane_apply_reinits(LANE)
{
    int any = 0;
    UNROLL
    for (int i = 0; i < N(reinits); i++)
        if (W(T(reinit_flag, i)) != 0) {
            W(T(reinit_flag, i)) = 0;
            any |= W(T(reinit_state, i)) != W(T(reinit_value, i));
            W(T(reinit_state, i)) = W(T(reinit_value, i));
        }
    return any;
}

static int lane_has_changed(LANE)
{
    int any = 0;
    UNROLL
    for (int i = 0; i < N(memories); i++) any |= s->memory[i] != W(T(memory, i));
    UNROLL
    for (int i = 0; i < N(pres); i++)
        any |= !T(pre_is_continuous, i) && W(T(pre_from, i)) != W(T(pre_to, i));
    UNROLL
    for (int i = 0; i < N(samples); i++) {
        any |= W(T(sample_active, i)) != 0;
        W(T(sample_active, i)) = 0;
    }
    return any;
}

// All equations with literal relations and pre-values of the pass before, until nothing changes.
static int lane_event(LANE, int is_terminal)
{
    int again = 1;
    s->is_event = 1;
    W(WORD_TIME) = s->t;
    lane_take_pre_values(SELF);
    UNROLL
    for (int i = 0; i < N(terminals); i++) W(T(terminal, i)) = is_terminal;
    lane_begin_event(SELF, is_terminal);
    for (int pass = 0; again && pass < MOST_PASSES; pass++) {
        if (pass) lane_take_pre_values(SELF);
        UNROLL
        for (int i = 0; i < N(memories); i++) s->memory[i] = W(T(memory, i));
        if (CALL(event) || CALL(event_actions)) return LANE_EVENT_NOT_SOLVED;
        again = lane_apply_reinits(SELF);
        again |= lane_has_changed(SELF);
        lane_release(SELF, 0);
    }
    lane_release(SELF, 1);
    s->is_event = 0;
    s->has_switched = lane_note_switches(SELF);
    s->next_instant = lane_next_instant(SELF);
    if (again) return LANE_ALTERNATES;
    UNROLL
    for (int i = 0; i < N(terminates); i++)
        if (W(T(terminate, i)) != 0) return LANE_TERMINATED;
    return LANE_RUNS;
}

// ---- What is kept ----------------------------------------------------------------------------

// Steps that the model makes by itself leave everything at its value.
static int lane_outputs(LANE)
{
    return METHOD == METHOD_EXPLICIT ? CALL(outputs) : 0;
}

static double lane_value(LANE, int i)
{
    return T(kept_offset, i) + T(kept_factor, i) * W(T(kept_word, i));
}

// A row: the present point, behind one at s->noted.
static void lane_note(LANE)
{
    UNROLL
    for (int i = 0; i < N(kept); i++) {
        double value = lane_value(SELF, i);
        if (T(kept_kind, i) == LANE_MIN) s->kept[i] = fmin(s->kept[i], value);
        if (T(kept_kind, i) == LANE_MAX) s->kept[i] = fmax(s->kept[i], value);
        if (T(kept_kind, i) == LANE_CHANGE && isnan(s->kept[i]) && value != s->before[i])
            s->kept[i] = s->t;
        if (T(kept_kind, i) == LANE_AT && s->t == fma((double)T(kept_step, i), s->step, s->start))
            s->kept[i] = value;
        if (T(kept_kind, i) == LANE_MEAN) {
            s->kept[i] += (s->t - s->noted) * (value + s->before[i]) / 2;
            s->before[i] = value;
        }
    }
    s->noted = s->t;
}

static int lane_look(LANE)
{
    if ((HAS_ROWS || N(asserts)) && lane_outputs(SELF)) return LANE_NOT_SOLVED;
    if (HAS_ROWS) lane_note(SELF);
    UNROLL
    for (int i = 0; i < N(asserts); i++) W(T(assert_failed, i)) = 0;
    if (N(asserts) && CALL(asserts_routine)) return LANE_ASSERTION;
    UNROLL
    for (int i = 0; i < N(asserts); i++)
        if (W(T(assert_failed, i)) != 0) return LANE_ASSERTION;
    return LANE_RUNS;
}

// ---- The run ---------------------------------------------------------------------------------

// Rows on both sides of an event.
static int lane_pass_event(LANE)
{
    s->n_events += 1;
    int status = lane_look(SELF);
    return status == LANE_RUNS ? lane_event(SELF, 0) : status;
}

// Nothing but steps.
static int lane_advance_smoothly(LANE, double end, double h)
{
    lane_begin_step(SELF);
    int status = lane_step(SELF, s->t, h, end);
    s->t = end;
    s->n_steps += 1;
    return status == LANE_RUNS ? lane_look(SELF) : status;
}

// What has just switched may soon switch back, and once more: behind such an event the next step is
// this part of the way to the end, and the others twice as long each.
#define FIRST_PART 0.015625

// To the end of a step of length h of the grid, and through all events before it.
static int lane_advance(LANE, double end, double h)
{
    int status = LANE_RUNS;
    double reach = FOREVER;
    if (N(watched) + N(samples) + N(timed) == 0) return lane_advance_smoothly(SELF, end, h);
    for (int k = 0; status == LANE_RUNS && (s->t < end || s->next_instant <= end); k++) {
        double t = s->t, to = fmin(end, fmax(s->next_instant, t));
        int crossed = 0, is_timed = s->next_instant <= end && to <= t + reach;
        if (k > MOST_EVENTS) return LANE_CHATTERS;
        to = fmin(to, t + reach);
        reach *= 2;
        if (to > t) {
            lane_begin_step(SELF);
            status = lane_step(SELF, t, k == 0 && to == end ? h : to - t, to);
            if (N(watched) && status == LANE_RUNS) status = lane_crossed(SELF, &crossed);
            if (crossed && status == LANE_RUNS) status = lane_locate(SELF, t, &to);
            s->n_steps += 1;
        }
        s->t = to;
        if (status == LANE_RUNS && !crossed && lane_accumulates(SELF)) return LANE_ACCUMULATES;
        if (status == LANE_RUNS && (crossed || is_timed)) {
            status = lane_pass_event(SELF);
            if (s->has_switched) reach = FIRST_PART * (end - s->t);
        }
        if (status == LANE_RUNS) status = lane_look(SELF);
    }
    return status;
}

// The end, or terminate(): terminal() is true in one more event. What is not finite stays so, and is
// looked for here only.
static void lane_end(LANE)
{
    int is_finite = 1;
    UNROLL
    for (int i = 0; i < N(states); i++) is_finite &= isfinite(W(T(state, i))) != 0;
    if (!is_finite) s->status = LANE_NOT_FINITE;
    UNROLL
    for (int i = 0; i < N(terminals); i++) {
        int status = lane_event(SELF, 1);
        if (status > LANE_TERMINATED) s->status = status;
    }
    if (lane_outputs(SELF)) s->status = LANE_NOT_SOLVED;
    UNROLL
    for (int i = 0; i < N(kept); i++) {
        double length = s->t - s->start;
        if (T(kept_kind, i) == LANE_FINAL) s->kept[i] = lane_value(SELF, i);
        if (T(kept_kind, i) == LANE_MEAN)
            s->kept[i] = length > 0 ? s->kept[i] / length : lane_value(SELF, i);
        if (T(kept_kind, i) == LANE_EVENTS) s->kept[i] = s->n_events;
        if (T(kept_kind, i) == LANE_STEPS) s->kept[i] = s->n_steps;
    }
}

// Behind the initialization of the run; rows begin here.
static void lane_begin(LANE)
{
    s->next_instant = lane_next_instant(SELF);
    UNROLL
    for (int i = 0; i < N(watched); i++) s->was_true[i] = W(T(watched_memory, i)) != 0;
    if (HAS_ROWS && lane_outputs(SELF)) s->status = LANE_NOT_SOLVED;
    UNROLL
    for (int i = 0; i < N(kept); i++) {
        double value = lane_value(SELF, i);
        s->before[i] = value;
        s->kept[i] = T(kept_kind, i) == LANE_MEAN     ? 0
                     : T(kept_kind, i) == LANE_CHANGE ? NOWHERE
                     : T(kept_step, i) > 0            ? NOWHERE
                                                      : value;
    }
    s->noted = s->t;
}

// Steps `first` to `last` of the grid.
static void lane_steps(LANE, double first, double last)
{
    if (first == 0 && s->status == LANE_RUNS) lane_begin(SELF);
    double k = first;
    for (; k < last && s->status == LANE_RUNS; k += 1) {
        int is_last = k + 1 >= s->grid;
        double end = is_last ? s->stop : fma(k + 1, s->step, s->start);
        s->status = lane_advance(SELF, end, is_last ? end - s->t : s->step);
    }
    int is_over = s->status == LANE_TERMINATED || (s->status == LANE_RUNS && k >= s->grid);
    if (is_over && !s->has_ended) {
        s->has_ended = 1;
        lane_end(SELF);
    }
}
