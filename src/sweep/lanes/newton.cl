// newton.cl -- Newton's method on a small loop of the model. As lane.cl this is C and OpenCL C; there
// it is printed once for every loop. SOLVE is its name, UNKNOWNS the number of unknowns; U, R, E are
// the words of an unknown, a residual and an entry of the matrix in compressed columns.
//
// The last correction is below the root of the rounding: what it leaves is its square. The last
// evaluation of the residuals brings everything else that the loop determines along.

// Rows change places one by one, so that no index depends on a value.
static int ELIMINATE(double *m, double *b, int n)
{
    UNROLL_ROWS
    for (int c = 0; c < n; c++) {
        UNROLL_ROWS
        for (int i = c + 1; i < n; i++)
            if (fabs(m[i * n + c]) > fabs(m[c * n + c])) {
                double swap = b[c];
                b[c] = b[i], b[i] = swap;
                UNROLL_ROWS
                for (int j = c; j < n; j++) {
                    swap = m[c * n + j];
                    m[c * n + j] = m[i * n + j], m[i * n + j] = swap;
                }
            }
        if (!(fabs(m[c * n + c]) > 0)) return 1;
        UNROLL_ROWS
        for (int i = c + 1; i < n; i++) {
            double factor = m[i * n + c] / m[c * n + c];
            UNROLL_ROWS
            for (int j = c + 1; j < n; j++) m[i * n + j] = fma(-factor, m[c * n + j], m[i * n + j]);
            b[i] = fma(-factor, b[c], b[i]);
        }
    }
    UNROLL_ROWS
    for (int c = n - 1; c >= 0; c--) {
        UNROLL_ROWS
        for (int j = c + 1; j < n; j++) b[c] = fma(-m[c * n + j], b[j], b[c]);
        b[c] = b[c] / m[c * n + c];
    }
    return 0;
}

static double SCALE(LANE, int i)
{
    double nominal = NOMINAL(i) >= 0 ? fabs(W(NOMINAL(i))) : 1.0;
    return fmax(fabs(W(U(i))), nominal > 0 ? nominal : 1.0);
}

// Without derivatives in the model, by differences; the residuals are in place.
static int DIFFERENCES(LANE, double *m)
{
    double r[ROOM];
    for (int i = 0; i < UNKNOWNS; i++) r[i] = W(R(i));
    for (int c = 0; c < UNKNOWNS; c++) {
        double x = W(U(c)), by = 1e-8 * SCALE(SELF, c);
        W(U(c)) = x + by;
        if (RESIDUAL) return 1;
        for (int i = 0; i < UNKNOWNS; i++) m[i * UNKNOWNS + c] = (W(R(i)) - r[i]) / by;
        W(U(c)) = x;
    }
    return RESIDUAL;
}

static int MATRIX(LANE, double *m)
{
    if (!HAS_JACOBIAN) return DIFFERENCES(SELF, m);
    if (JACOBIAN) return 1;
    UNROLL_ROWS
    for (int i = 0; i < UNKNOWNS * UNKNOWNS; i++) m[i] = 0;
    UNROLL_ROWS
    for (int c = 0; c < UNKNOWNS; c++) {
        UNROLL_ROWS
        for (int e = COLUMN(c); e < COLUMN(c + 1); e++) m[ROW(e) * UNKNOWNS + c] = W(E(e));
    }
    return 0;
}

static int ITERATE(LANE)
{
    double m[ROOM * ROOM], b[ROOM];
    int is_near = 0;
    if (RESIDUAL) return 1;
    for (int k = 0; k < MOST_ITERATIONS && !is_near; k++) {
        if (MATRIX(SELF, m)) return 1;
        UNROLL_ROWS
        for (int i = 0; i < UNKNOWNS; i++) b[i] = -W(R(i));
        if (ELIMINATE(m, b, UNKNOWNS)) return 1;
        is_near = 1;
        UNROLL_ROWS
        for (int i = 0; i < UNKNOWNS; i++) {
            W(U(i)) = W(U(i)) + b[i];
            is_near &= fabs(b[i]) <= 1e-8 * SCALE(SELF, i);
        }
        if (IS_LINEAR) is_near = 1;
        if (RESIDUAL) return 1;
    }
    return !is_near;
}

// Discrete unknowns of the loop follow in events, until they agree with what was taken for them.
static int SOLVE(LANE)
{
    if (!DISCRETES || !s->is_event) return ITERATE(SELF);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        int differs = 0;
        if (ITERATE(SELF) || UPDATE) return 1;
        UNROLL_ROWS
        for (int i = 0; i < DISCRETES; i++) {
            differs |= W(DISCRETE(i)) != W(PROPOSED(i));
            W(DISCRETE(i)) = W(PROPOSED(i));
        }
        if (!differs) return 0;
    }
    return 1;
}
