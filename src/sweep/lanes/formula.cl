// formula.cl -- a step of the method, of one run or of several side by side: REAL is one number or
// several, ALL makes such of one. As lane.cl this is C and OpenCL C.
//
// Sums of the formula are fused, each with one rounding: all devices have that operation.

// The formula: rows of coefficients, the weights behind them.
#define A(j, l) FORMULA((j) * N(stages) + (l))
#define K(j, i) s->k[(j) * N(states) + (i)]

// ---- Steps -----------------------------------------------------------------------------------

static int lane_evaluate(LANE, double t)
{
    W(WORD_TIME) = ALL(t);
    return CALL(derivatives);
}

// Where the step begins, and h times row j of the formula.
static REAL lane_along(LANE, int j, int n, int i, double h)
{
    REAL sum = ALL(0);
    int terms = 0, last = 0;
    UNROLL
    for (int l = 0; l < n; l++) {
        if (A(j, l) == 0) continue;
        sum = terms ? FMA(A(j, l), K(l, i), sum) : A(j, l) * K(l, i);
        terms += 1;
        last = l;
    }
    if (terms == 1) return FMA(A(j, last) * h, K(last, i), s->begin[i]);
    return terms ? FMA(h, sum, s->begin[i]) : s->begin[i];
}

static void lane_keep_slopes(LANE, int j)
{
    UNROLL
    for (int i = 0; i < N(states); i++) K(j, i) = W(T(derivative, i));
}

static int lane_explicit_step(LANE, double t, double h, double end)
{
    lane_keep_slopes(SELF, 0);
    UNROLL
    for (int j = 1; j < N(stages); j++) {
        UNROLL
        for (int i = 0; i < N(states); i++) W(T(state, i)) = lane_along(SELF, j, j, i, h);
        if (lane_evaluate(SELF, fma(NODE(j), h, t))) return 1;
        lane_keep_slopes(SELF, j);
    }
    UNROLL
    for (int i = 0; i < N(states); i++)
        W(T(state, i)) = lane_along(SELF, N(stages), N(stages), i, h);
    return lane_evaluate(SELF, end);
}

// One implicit stage after the other, each solved by the model; the last one is the end of the step.
static int lane_diagonal_step(LANE, double t, double h, double end)
{
    UNROLL
    for (int j = 0; j < N(stages); j++) {
        if (A(j, j) != 0) {
            UNROLL
            for (int i = 0; i < N(olds); i++) W(T(old, i)) = lane_along(SELF, j, j, i, h);
            W(WORD_STEP) = ALL(A(j, j) * h);
            W(WORD_TIME) = ALL(j + 1 == N(stages) ? end : fma(NODE(j), h, t));
            if (CALL(step)) return 1;
        }
        lane_keep_slopes(SELF, j);
    }
    return 0;
}

// All stages together.
static int lane_coupled_step(LANE, double t, double h, double end)
{
    UNROLL
    for (int i = 0; i < N(olds); i++) W(T(old, i)) = s->begin[i];
    UNROLL
    for (int j = 0; j < N(inner_stages); j++) W(T(stage_time, j)) = ALL(fma(NODE(j), h, t));
    W(WORD_STEP) = ALL(h);
    W(WORD_TIME) = ALL(end);
    return CALL(step);
}

// From the states in s->begin, with their derivatives in place, over h to `end`.
static int lane_step(LANE, double t, double h, double end)
{
    int failed = METHOD == METHOD_EXPLICIT   ? lane_explicit_step(SELF, t, h, end)
                 : METHOD == METHOD_DIAGONAL ? lane_diagonal_step(SELF, t, h, end)
                                             : lane_coupled_step(SELF, t, h, end);
    return failed ? LANE_NOT_SOLVED : LANE_RUNS;
}
