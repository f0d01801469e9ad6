// The operation that has no value, by the equations of the model evaluated once more.
#include <math.h>
#include <string.h>

#include "tarn/report/failing.h"

enum { LONGEST_EQUATION = 200, MOST_OPERANDS = 6, MOST_SOURCES = 3, LONGEST_CHAIN = 20 };

// ---- Which it is -------------------------------------------------------------------------------

static bool has_values(Failure *f, const Expr *const *args, uint32_t n)
{
    EvalFailure ignored = {0};
    for (uint32_t i = 0; i < n; i++)
        if (!failing_value(f, args[i], &ignored)) return false;
    return true;
}

typedef struct CallSearch {
    Failure *f;
    Operation *found;
} CallSearch;

// Arguments come first: the innermost call that fails with arguments that have values.
static void look_at_call(void *client, const Expr *node)
{
    CallSearch *s = client;
    EvalFailure why = {0};
    if (s->found->at || node->kind != EXPR_CALL) return;
    if (!has_values(s->f, node->args, node->n_args)) return;
    if (failing_value(s->f, node, &why) || span_is_none(why.span)) return;
    s->found->at = node;
    s->found->reason = why.reason;
    s->found->inside = why.span;
}

bool failing_at_call(Failure *f, const Expr *value, Operation *found)
{
    CallSearch s = {f, found};
    found->at = NULL;
    expr_walk(f->p->session->exprs, value, &s, look_at_call);
    return found->at != NULL;
}

// Whether `value` fails at an operation whose operands have values, or inside a function.
static bool fails_here(Failure *f, const Expr *value, Operation *found)
{
    EvalFailure why = {0};
    if (failing_value(f, value, &why) || !why.at) return false;
    if (!span_is_none(why.span)) return failing_at_call(f, value, found);
    if (why.at->kind != EXPR_OP || !has_values(f, why.at->args, why.at->n_args)) return false;
    found->at = why.at;
    found->reason = why.reason;
    return true;
}

EquationId failing_equation_of(const Block *b, VarId v)
{
    for (int32_t i = 0; i < b->n_unknowns; i++)
        if (b->unknowns[i].i == v.i && i < b->n_equations) return b->equations[i];
    return b->n_equations ? b->equations[0] : (EquationId){-1};
}

bool failing_search_section(Failure *f, const Section *section, Operation *found)
{
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &f->p->causal->blocks[section->blocks[i]];
        f->block = b;
        for (int32_t k = 0; k < b->n_assignments; k++) {
            const Assignment *a = &b->assignments[k];
            if (isfinite(failing_number(f, a->variable)) || !fails_here(f, a->value, found))
                continue;
            found->variable = a->variable;
            found->equation = failing_equation_of(b, a->variable);
            return true;
        }
    }
    return false;
}

// The equation of a variable that needs no block: it went away in favour of the value.
EquationId failing_written_for(const Failure *f, VarId v)
{
    for (uint32_t i = 0; i < f->system->equations.count; i++) {
        const SystemEquation *e = &f->system->equations.data[i];
        bool is_of_it = e->left->kind == EXPR_REF && e->left->u.var.i == v.i;
        if (is_of_it && e->flags & EQUATION_REMOVED) return (EquationId){(int32_t)i};
    }
    return (EquationId){-1};
}

bool failing_search_parameters(Failure *f, Operation *found)
{
    const CausalSystem *causal = f->p->causal;
    for (int32_t i = 0; i < causal->n_parameters; i++) {
        const Assignment *a = &causal->parameters[i];
        if (isfinite(failing_number(f, a->variable)) || !fails_here(f, a->value, found)) continue;
        found->variable = a->variable;
        found->equation = failing_written_for(f, a->variable);
        return true;
    }
    return false;
}

bool failing_find_equation(const Failure *f, VarId v, Operation *found)
{
    const CausalSystem *causal = f->p->causal;
    const SystemVariable *variable = system_variable(f->system, v);
    const Section *sections[] = {&causal->derivatives, &causal->outputs, &causal->event,
                                 &causal->initial};
    bool is_state = system_variable(f->system, variable->root)->flags & VARIABLE_IS_STATE;
    VarId derivative = system_variable(f->system, variable->root)->derivative;
    VarId root = is_state && derivative.i >= 0 ? system_variable(f->system, derivative)->root
                                               : variable->root;
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
        for (int32_t i = 0; i < sections[s]->n_blocks; i++) {
            const Block *b = &causal->blocks[sections[s]->blocks[i]];
            for (int32_t k = 0; k < b->n_unknowns; k++) {
                if (b->unknowns[k].i != root.i) continue;
                *found = (Operation){.equation = failing_equation_of(b, root), .variable = v};
                return found->equation.i >= 0;
            }
        }
    return false;
}

// ---- What is said of it ------------------------------------------------------------------------

static const char *operands(Failure *f, const Expr *at)
{
    Text t = text_make(f->scratch);
    EvalFailure ignored = {0};
    int n = 0;
    for (uint32_t i = 0; i < at->n_args && n < MOST_OPERANDS; i++) {
        double number;
        const Expr *value = failing_value(f, at->args[i], &ignored);
        if (expr_is_number(at->args[i], &number) || !expr_is_number(value, &number)) continue;
        text_add(&t, n++ ? ", " : " with ");
        system_value_text(f->system, failing_in_names(f, at->args[i]), &t);
        text_printf(&t, " = %.10g", number);
    }
    return text_cstr(&t);
}

void failing_place(const Failure *f, const Operation *found, Span *span, ComponentId *component)
{
    VarId flat = system_variable(f->system, found->variable)->flat;
    const FlatVariable *v = flat.i >= 0 ? &f->p->flat->variables[flat.i] : NULL;
    const SystemEquation *e =
        found->equation.i >= 0 ? system_equation(f->system, found->equation) : NULL;
    Span none = {0, 0};
    bool is_bound = v && !span_is_none(v->declared->binding_span);
    *span = e ? e->span : is_bound ? v->declared->binding_span : v ? v->declared->span : none;
    *component = e ? e->component : v ? v->component : (ComponentId){-1};
}

// What follows from parameters alone: its value; NULL: it is none of these.
static const Expr *value_without_block(const Failure *f, VarId v)
{
    const CausalSystem *causal = f->p->causal;
    for (int32_t i = 0; i < causal->n_parameters; i++)
        if (causal->parameters[i].variable.i == v.i) return causal->parameters[i].value;
    return NULL;
}

// The parameter that e is, or is another name of; NULL: something else.
const FlatVariable *failing_parameter(const Failure *f, const Expr *e)
{
    for (int n = 0; n < LONGEST_CHAIN && e && e->kind == EXPR_REF; n++) {
        const SystemVariable *v = system_variable(f->system, e->u.var);
        if (v->role != ROLE_PARAMETER) return NULL;
        const FlatVariable *flat = v->flat.i >= 0 ? &f->p->flat->variables[v->flat.i] : NULL;
        const Expr *value = value_without_block(f, e->u.var);
        bool goes_on = value && value->kind == EXPR_REF && (!flat || !flat->is_final);
        if (flat && flat->variability <= VARIABILITY_PARAMETER && !goes_on) return flat;
        bool is_negative = value && value->kind == EXPR_OP && value->op == OP_NEG;
        e = is_negative ? value->args[0] : value;
    }
    return NULL;
}

void failing_note_parameter(Failure *f, Diagnostic *d, const FlatVariable *flat)
{
    bool is_bound = !span_is_none(flat->declared->binding_span) && !flat->takes_start;
    double number = failing_number(f, f->system->first_of_flat[flat->id.i]);
    if (type_rank(flat->type)) return;
    diag_note(f->p->session->diag, d,
              is_bound ? flat->declared->binding_span : flat->declared->span, "'%s' is %.10g%s",
              flat->name, number, is_bound ? " here" : ": it has no value of its own");
}

typedef struct Sources {
    Failure *f;
    Diagnostic *d;
    int32_t n;
} Sources;

// Where the modeller gave a parameter the value that does not do.
static void note_parameter(void *client, const Expr *e)
{
    Sources *s = client;
    const FlatVariable *flat = failing_parameter(s->f, e);
    if (flat && s->n++ < MOST_SOURCES) failing_note_parameter(s->f, s->d, flat);
}

// What a modeller could do about an operand that is out of the domain.
static void advise(Failure *f, Diagnostic *d, const Expr *at)
{
    static const struct {
        Op op;
        uint32_t operand;
        const char *advice;
    } rows[] = {{OP_DIV, 1, "keep away from zero what stands under the line"},
                {OP_DIV_INT, 1, "keep away from zero what stands under the line"},
                {OP_SQRT, 0, "keep the argument from becoming negative"},
                {OP_LOG, 0, "keep the argument positive"},
                {OP_LOG10, 0, "keep the argument positive"},
                {OP_ASIN, 0, "keep the argument between -1 and 1"},
                {OP_ACOS, 0, "keep the argument between -1 and 1"}};
    Diag *diag = f->p->session->diag;
    Sources of_call = {f, d, 0};
    for (uint32_t i = 0; at->kind == EXPR_CALL && i < at->n_args; i++)
        note_parameter(&of_call, at->args[i]);
    if (at->kind != EXPR_OP) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].op != at->op) continue;
        const Expr *operand = failing_in_names(f, at->args[rows[i].operand]);
        Sources s = {f, d, 0};
        expr_walk(f->p->session->exprs, operand, &s, note_parameter);
        const FlatVariable *parameter = failing_parameter(f, operand);
        bool is_loop = f->block && f->block->n_unknowns > 1;
        if (is_loop)
            diag_note(diag, d, (Span){0, 0},
                      "%d equations that depend on each other were solved together: with these "
                      "values they have no solution, or many",
                      f->block->n_unknowns);
        else if (parameter)
            diag_note(diag, d, (Span){0, 0}, "give '%s' another value", parameter->name);
        else
            diag_note(diag, d, (Span){0, 0},
                      "%s: with other values, a limit (max, min), or an 'if' around it",
                      rows[i].advice);
    }
}

void failing_tell(Failure *f, Diagnostic *d, const Operation *found)
{
    Diag *diag = f->p->session->diag;
    Text equation = text_make(f->scratch);
    ComponentId component;
    failing_place(f, found, &d->span, &component);
    if (found->equation.i >= 0) system_equation_text(f->system, found->equation, &equation);
    diag_about(diag, d, failing_path(f, component),
               system_variable_text(f->system, found->variable, f->scratch),
               equation.length ? text_cstr(&equation) : NULL);
    if (found->at) {
        Text operation = text_make(f->scratch);
        system_value_text(f->system, failing_in_names(f, found->at), &operation);
        diag_label(diag, d, "%s%s: %s", text_cstr(&operation), operands(f, found->at),
                   found->reason);
        if (!span_is_none(found->inside))
            diag_note(diag, d, found->inside, "it is in this statement of the function");
        advise(f, d, found->at);
    } else if (equation.length && equation.length < LONGEST_EQUATION) {
        diag_label(diag, d, "%s", text_cstr(&equation));
    }
}
