#include "run/integrators/few_stages.h"

#include "run/linear/dense_pair.h"

// Vectors by stage, as they are at hand: what is stored into them could be pointers, else.
typedef struct ByStage {
    double *v[MOST_COUPLED];
} ByStage;

static ALWAYS_INLINE ByStage at_hand(double *const *v)
{
    return (ByStage){{v[0], v[1], v[2]}};
}

static ALWAYS_INLINE Four component(ByStage s, int k)
{
    return (Four){s.v[0][k], s.v[1][k], s.v[2][k], 0};
}

static ALWAYS_INLINE void set_component(ByStage s, int k, Four value)
{
    s.v[0][k] = value[0];
    s.v[1][k] = value[1];
    s.v[2][k] = value[2];
}

static ALWAYS_INLINE Four to_lanes(const Four *left, Four stages)
{
    return left[0] * stages[0] + left[1] * stages[1] + left[2] * stages[2];
}

static ALWAYS_INLINE void begin_all(const StageBasis *basis, const FewStages *s, int n)
{
    const Four left[] = {basis->left[0], basis->left[1], basis->left[2]};
    ByStage all_z = at_hand(s->z), x = at_hand(s->x);
    const double *at_begin = s->begin;
    Four *w = (Four *)s->w;
    UNROLLED
    for (int k = 0; k < n; k++) {
        Four z = component(all_z, k);
        w[k] = to_lanes(left, z);
        set_component(x, k, at_begin[k] + z);
    }
}

static ALWAYS_INLINE double correct_all(const StageBasis *basis, const FewStages *s, int n)
{
    const Four left[] = {basis->left[0], basis->left[1], basis->left[2]};
    const Four real = basis->real, re = basis->re, im = basis->im;
    const Multiplier lambda = s->lambda;
    ByStage all_f = at_hand(s->f), all_z = at_hand(s->z), x = at_hand(s->x);
    const double *at_begin = s->begin, *weight = s->weight;
    Four change[MOST_FEW_UNKNOWNS], *w = (Four *)s->w, sum = {0};
    UNROLLED
    for (int k = 0; k < n; k++) {
        Four f = to_lanes(left, component(all_f, k));
        if (k < s->known) f = lanes_product(lambda, f) - w[k];
        change[k] = f;
    }
    pair_substitute(n, s->factors, s->pivots, (double *)change);
    UNROLLED
    for (int k = 0; k < n; k++) {
        Four now = w[k] + change[k];
        Four z = real * now[REAL_LANE] + re * now[0] - im * now[1];
        Four moved = (z - component(all_z, k)) * weight[k];
        w[k] = now;
        set_component(all_z, k, z);
        set_component(x, k, at_begin[k] + z);
        sum += moved * moved;
    }
    return sum[0] + sum[1] + sum[2];
}

static WIDE void begin(const StageBasis *basis, const FewStages *s)
{
    switch (s->n) {
    case 1: begin_all(basis, s, 1); return;
    case 2: begin_all(basis, s, 2); return;
    default: begin_all(basis, s, 3); return;
    }
}

static WIDE double correct(const StageBasis *basis, const FewStages *s)
{
    switch (s->n) {
    case 1: return correct_all(basis, s, 1);
    case 2: return correct_all(basis, s, 2);
    default: return correct_all(basis, s, 3);
    }
}

void few_stages_begin(const StageBasis *basis, const FewStages *s)
{
    begin(basis, s);
}

double few_stages_correct(const StageBasis *basis, const FewStages *s)
{
    return correct(basis, s);
}
