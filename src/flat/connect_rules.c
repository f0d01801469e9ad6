// What may be connected [MLS 9.3]: variability and causality of matched variables, at most one
// source of a signal in a connection set.
//
// Members of expandable connectors are not judged by their declaration: their causality follows
// from the connections.
#include "flat/flattener.h"

static bool is_in_bus(const Flattener *f, const Variable *v)
{
    for (const Component *c = component_at(f, v->component); c; c = c->parent)
        if (c->kind == COMPONENT_EXPANDABLE) return true;
    return false;
}

static const char *variability_of(const Variable *v)
{
    return v->variability == VARIABILITY_CONSTANT    ? "a constant"
           : v->variability == VARIABILITY_PARAMETER ? "a parameter"
                                                     : "a variable";
}

const char *connect_mismatch(Flattener *f, const Variable *a, const Variable *b)
{
    bool fixed_a = a->variability <= VARIABILITY_PARAMETER;
    bool fixed_b = b->variability <= VARIABILITY_PARAMETER;
    bool is_value = fixed_a != fixed_b && a->connect_kind == CONNECT_POTENTIAL &&
                    b->connect_kind == CONNECT_POTENTIAL;
    if ((fixed_a || fixed_b) && a->variability != b->variability && !is_value)
        return arena_printf(f->s->arena, "one is %s, the other one %s", variability_of(a),
                            variability_of(b));
    if (a->connect_kind != b->connect_kind) return "only one of them is a flow or stream variable";
    return NULL;
}

bool connect_is_half_causal(Flattener *f, const Variable *a, const Variable *b)
{
    bool is_one_causal = (a->causality == CAUSALITY_NONE) != (b->causality == CAUSALITY_NONE);
    return is_one_causal && !is_in_bus(f, a) && !is_in_bus(f, b);
}

// A signal comes out of a component through its output, and into a model through its input.
bool connect_is_source(const Flattener *f, const SetMember *m)
{
    if ((uint32_t)m->var.i >= f->instance->n_variables) return false;
    const Variable *v = f->instance->variables[m->var.i];
    if (v->causality == CAUSALITY_NONE || is_in_bus(f, v)) return false;
    if (m->outside) return v->causality == CAUSALITY_INPUT && !v->is_protected;
    return v->causality == CAUSALITY_OUTPUT;
}

// The equations of a connection are the same whoever is the source (9.3): two of them that
// determine the signal are found when the equations are counted, a prefix that was chosen wrongly
// is not worse.
void connect_check_sources(Flattener *f, const SetMember *members, const Span *spans, uint32_t n)
{
    const Variable *first = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!connect_is_source(f, &members[i])) continue;
        const Variable *v = f->instance->variables[members[i].var.i];
        if (!first) {
            first = v;
            continue;
        }
        Text a = text_make(f->s->arena), b = text_make(f->s->arena);
        variable_print_name(f->instance, first->id, &a);
        variable_print_name(f->instance, v->id, &b);
        Diagnostic *d =
            diag_breach(f->s->diag, spans[i], E_TWO_SOURCES,
                        "'%s' and '%s' are connected, and both are sources of the signal",
                        text_cstr(&a), text_cstr(&b));
        diag_note(f->s->diag, d, first->declared->span, "'%s' is declared here", text_cstr(&a));
        diag_note(f->s->diag, d, v->declared->span, "'%s' is declared here", text_cstr(&b));
        return;
    }
}
