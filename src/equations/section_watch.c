// Discrete variables of an algorithm section that can change between events without notice: a
// while loop has no memory for the relations of its iterations, noEvent() and functions have none
// at all. Such a section hands out the values as it computes them, as continuous variables; a
// discrete variable is the memory of its value, and an event happens when the two differ. So the
// whole section changes at one instant, and whoever reads the variable sees that.
#include "equations/section_function.h"

bool section_is_watched(const SectionFunction *s, const SectionOutput *o)
{
    return s->has_unwatched && o->flat.i >= 0 && o->is_always &&
           system_variable(s->z->system, s->z->system->first_of_flat[o->flat.i])->role ==
               ROLE_DISCRETE;
}

void section_hand_out(SectionFunction *s, StatementVec *body)
{
    Scalarizer *z = s->z;
    uint32_t n_assigned = s->outputs.count;
    for (uint32_t i = 0; i < n_assigned; i++) {
        SectionOutput o = s->outputs.data[i];
        if (!section_is_watched(s, &o)) continue;
        Items parts = projected_items(z, section_local(s, i));
        for (uint32_t k = 0; k < parts.count; k++) {
            if (o.is_assigned && !o.is_assigned[k]) continue;
            const Type *real = type_basic(z->exprs, TYPE_REAL);
            VarId value = system_add_variable(z->system, ROLE_CONTINUOUS, real);
            Statement st = {.kind = STMT_ASSIGN,
                            .span = s->span,
                            .left = section_output(s, value, real, expr_real(z->exprs, 0)),
                            .right = discrete_as_real(z, parts.data[k])};
            VEC_PUSH(z->system->arena, body, st);
            VarId id = {z->system->first_of_flat[o.flat.i].i + (int32_t)k};
            VEC_PUSH(z->scratch, &s->handed_out, ((HandedOut){id, value}));
        }
    }
}

void section_watch(SectionFunction *s)
{
    Scalarizer *z = s->z;
    for (uint32_t i = 0; i < s->handed_out.count; i++) {
        HandedOut h = s->handed_out.data[i];
        const Expr *target = system_ref(z->system, h.variable);
        add_equation(z, target, event_memory(z, system_ref(z->system, h.value), target->type));
    }
}
