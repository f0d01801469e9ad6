// function_rules.c -- what a function may contain, call and leave open (12.2, 12.4.1, 12.4.4,
// 12.9.7).
//
// Looked at once per function: its components when the signature is made, the order of its
// bindings when the body is lowered. Linear in the text.
#include "instance/checks.h"
#include "instance/lower/lower.h"

static bool is_in_function(const Lower *l)
{
    return l->function && !l->function->function->is_record_constructor;
}

bool may_be_in_function(const Lower *l, Span span, Op op)
{
    if (!is_in_function(l) || !op_needs_model(op)) return true;
    Diagnostic *d =
        diag_error(l->f->diag, span, E_EQUATION, "'%s' cannot be used in a function", op_name(op));
    diag_label(l->f->diag, d, "hand its value over as an argument");
    return false;
}

// An impure function is called where it is clear how often: at events and at the start, or by
// another one (12.3). Functions of libraries that say nothing of themselves call them, too.
// Bindings of variables are judged once it is known how these vary.
void check_purity(const Lower *l, const Function *callee, Span call)
{
    if (!callee->is_impure || l->in_pure) return;
    const AstClass *around = is_in_function(l) ? l->function->node->def : NULL;
    bool in_pure_function = around && around->is_pure;
    bool in_equation = !l->function && l->in_section && !l->in_when && !l->in_initial;
    if (!in_pure_function && !in_equation) return;
    report_impure(l->f, callee->name, call);
}

void report_impure(Front *f, Name callee, Span call)
{
    if (!is_first_report(f, call, E_IMPURE)) return;
    Diagnostic *d = diag_breach(f->diag, call, E_IMPURE,
                                "the impure function '%s' cannot be called here", callee->text);
    diag_label(f->diag, d, "call it in a when-clause, in the initialization or as pure(..)");
}

// ---- Components ------------------------------------------------------------------------------

static bool holds_object(const Type *type)
{
    type = type_elem(type);
    if (type->kind == TYPE_EXTERNAL) return true;
    for (uint32_t i = 0; type->kind == TYPE_RECORD && i < type->n; i++)
        if (holds_object(type->fields[i].type)) return true;
    return false;
}

bool is_function_of_object(Front *f, const Node *node)
{
    Node *around = node->lexical.node;
    return around && around->def && node_layout(f, around)->is_external_object;
}

void check_function_components(Front *f, const FunctionScope *fs)
{
    const Function *function = fs->function;
    for (uint32_t i = 0; i < function->n_locals; i++) {
        const Local *local = &function->locals[i];
        bool is_clock = type_elem(local->type)->kind == TYPE_CLOCK;
        bool is_returned = local->kind == LOCAL_OUTPUT && holds_object(local->type) &&
                           !is_function_of_object(f, fs->node);
        if (!is_clock && !is_returned) continue;
        if (!is_first_report(f, local->span, E_ELEMENT_KIND)) continue;
        diag_error(f->diag, local->span, E_ELEMENT_KIND,
                   is_clock ? "the function '%s' cannot contain the clock '%s'"
                            : "the function '%s' cannot return '%s': only the constructor of an "
                              "external object returns one",
                   function->name->text, local->name->text);
    }
}

// ---- Bindings that need each other -----------------------------------------------------------

// Every component is two vertices, its value and its sizes: 2 i and 2 i + 1.
typedef struct Bindings {
    Front *f;
    const FunctionScope *fs;
    Map local_of_name; // Name -> local + 1
    Map shadowed;      // names of iterators in the text at hand
    VEC(uint32_t) uses;
} Bindings;

static uint32_t local_named(const Bindings *b, const AstExpr *ref) // + 1; 0: none
{
    if (ref->kind != AST_REF || ref->global) return 0;
    Name name = ref->u.ref.parts[0].name;
    if (map_get_pointer(&b->shadowed, name)) return 0;
    return (uint32_t)map_get_or(&b->local_of_name, (uint64_t)(uintptr_t)name, 0);
}

static void shadow(Bindings *b, const AstIterator *iterators, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        map_put_pointer(&b->shadowed, iterators[i].name, iterators[i].name);
}

static bool is_call_of(const AstExpr *e, const char *name)
{
    const AstExpr *ref = e->kind == AST_CALL ? e->u.call.function : NULL;
    return ref && ref->kind == AST_REF && ref->u.ref.n_parts == 1 &&
           strcmp(ref->u.ref.parts[0].name->text, name) == 0;
}

static void note_uses(void *client, const AstExpr *e)
{
    Bindings *b = client;
    if (e->kind == AST_COMPREHENSION)
        shadow(b, e->u.comprehension->iterators, e->u.comprehension->n_iterators);
    if (e->kind == AST_CALL) shadow(b, e->u.call.args->iterators, e->u.call.args->n_iterators);
    bool asks_size = is_call_of(e, "size") && e->u.call.args->positional.count;
    if (is_call_of(e, "ndims")) return;
    if (asks_size) {
        uint32_t of = local_named(b, e->u.call.args->positional.items[0]);
        if (of) VEC_PUSH(b->f->work, &b->uses, 2 * (of - 1) + 1);
        for (uint32_t i = 1; i < e->u.call.args->positional.count; i++)
            note_uses(b, e->u.call.args->positional.items[i]);
        return;
    }
    uint32_t of = local_named(b, e);
    if (of) VEC_PUSH(b->f->work, &b->uses, 2 * (of - 1));
    ast_each_part(e, b, note_uses);
}

// What a vertex needs, into b->uses.
static void uses_of(Bindings *b, uint32_t vertex)
{
    Slot *slot = b->fs->slot_of_local[vertex / 2];
    b->uses.count = 0;
    b->shadowed = map_make(b->f->work);
    if (!slot) return;
    if (vertex % 2 == 0) {
        Scope scope;
        const AstExpr *text = slot_binding_text(b->f, slot, &scope);
        if (text && scope.node == b->fs->node) note_uses(b, text);
        return;
    }
    // The sizes of an input are those of the argument, whatever its declaration says of them.
    if (b->fs->function->locals[vertex / 2].kind == LOCAL_INPUT) return;
    for (uint32_t k = 0; k < slot_rank(b->f, slot); k++) {
        const DimText *dim = &slot->dim_texts[k];
        if (dim->text->kind == AST_COLON)
            VEC_PUSH(b->f->work, &b->uses, vertex - 1);
        else if (dim->scope.node == b->fs->node)
            note_uses(b, dim->text);
    }
}

typedef struct BindingFrame {
    uint32_t vertex, n_uses, next;
    uint32_t *uses;
} BindingFrame;

static BindingFrame open_frame(Bindings *b, uint32_t vertex)
{
    uses_of(b, vertex);
    return (BindingFrame){vertex, b->uses.count, 0,
                          ARENA_COPY(b->f->work, uint32_t, b->uses.data, b->uses.count)};
}

static void report_ring(Bindings *b, const BindingFrame *stack, uint32_t depth, uint32_t closing)
{
    const Local *local = &b->fs->function->locals[closing / 2];
    if (!is_first_report(b->f, local->span, E_VALUE_RING)) return;
    uint32_t from = depth;
    while (from > 0 && stack[from - 1].vertex != closing) from--;
    Diagnostic *d =
        diag_error(b->f->diag, local->span, E_VALUE_RING, "the %s of '%s' depends on itself",
                   closing % 2                  ? "size"
                   : local->kind == LOCAL_INPUT ? "default"
                                                : "value",
                   local->name->text);
    for (uint32_t i = from; i < depth; i++)
        diag_note(b->f->diag, d, b->fs->function->locals[stack[i].vertex / 2].span, "through '%s'",
                  b->fs->function->locals[stack[i].vertex / 2].name->text);
}

// A default is known before the call, so it can use other inputs and nothing else (12.4.1).
static void check_default(Bindings *b, const BindingFrame *frame)
{
    const Function *function = b->fs->function;
    const Local *input = &function->locals[frame->vertex / 2];
    if (input->kind != LOCAL_INPUT || frame->vertex % 2) return;
    for (uint32_t i = 0; i < frame->n_uses; i++) {
        const Local *used = &function->locals[frame->uses[i] / 2];
        if (used->kind == LOCAL_INPUT || !is_first_report(b->f, input->span, E_ARGUMENT)) continue;
        Diagnostic *d = diag_error(b->f->diag, input->span, E_ARGUMENT,
                                   "the default of '%s' depends on '%s', which is no input",
                                   input->name->text, used->name->text);
        diag_note(b->f->diag, d, used->span, "'%s' is declared here", used->name->text);
    }
}

static void search_rings(Bindings *b, uint8_t *state, uint32_t start)
{
    enum { UNSEEN, OPEN, CLOSED };
    VEC(BindingFrame) stack = {0};
    if (state[start] != UNSEEN) return;
    VEC_PUSH(b->f->work, &stack, open_frame(b, start));
    state[start] = OPEN;
    while (stack.count) {
        BindingFrame *top = &VEC_LAST(&stack);
        if (top->next == top->n_uses) {
            state[top->vertex] = CLOSED;
            check_default(b, top);
            (void)VEC_POP(&stack);
            continue;
        }
        uint32_t use = top->uses[top->next++];
        if (state[use] == OPEN) report_ring(b, stack.data, stack.count, use);
        if (state[use] != UNSEEN) continue;
        state[use] = OPEN;
        VEC_PUSH(b->f->work, &stack, open_frame(b, use));
    }
}

void check_function_bindings(Front *f, const FunctionScope *fs)
{
    Bindings b = {.f = f, .fs = fs, .local_of_name = map_make(f->work)};
    uint32_t n = fs->function->n_locals;
    uint8_t *state = ARENA_ARRAY(f->work, uint8_t, 2 * n + 1);
    for (uint32_t i = 0; i < n; i++)
        if (fs->slot_of_local[i])
            map_put(&b.local_of_name, (uint64_t)(uintptr_t)fs->function->locals[i].name, i + 1);
    for (uint32_t i = 0; i < 2 * n; i++) search_rings(&b, state, i);
}
