// unset_locals.c -- outputs and variables of functions that are returned or read before anything
// can have set them (12.2, 12.4.4): they would be silent zeros.
//
// One walk over the body in the order of execution. A variable counts as set from the first
// statement on that can have set it, on whatever way, so that nothing is reported that could be
// right; what a loop sets anywhere may have been set in an earlier round. Linear in the body. What
// is unset on some ways only begins as NaN: program/lower/unset_variables.c.
//
// Elements and members of protected variables begin as zero, which is an agreement of tools: an
// element with a number, or a member, that is read and that nothing sets is warned of.
//
// Libraries compute more than they return. What is read without a value is followed: a variable
// that is computed from it hangs on it until it is set from something else. Where no output,
// condition or assertion does in the end, nothing is wrong but the text. Where some fields
// of a record do that is returned they are no numbers, and stop the run of whoever looks at them.
#include "base/bitset.h"
#include "instance/checks.h"
#include "instance/lower/lower.h"

typedef struct Walk {
    Front *f;
    const Function *function;
    BitSet set;   // locals that something can have set so far
    BitSet unset; // locals that were read although nothing can have
    BitSet open;  // locals of which any part can have been set so far
    Map parts;    // x[2] or x.a, of locals that are not open: something can have set it
    Map missed;   // the same: it was read before
    VEC(const Expr *) missed_list;
    BitSet hangs;     // locals whose value hangs on one that was read unset
    BitSet partly;    // locals of which a part does
    bool is_followed; // one was read
    bool leaks;       // and more than variables hangs on it
    Map seen;         // expressions whose locals were all set when they were looked at
    VEC(const Expr *) stack;
} Walk;

typedef struct InputSearch {
    Front *f;
    uint32_t input;
    bool is_read;
} InputSearch;

static void note_input(void *client, const Expr *e)
{
    InputSearch *search = client;
    if (e->kind == EXPR_LOCAL && e->u.index == search->input) search->is_read = true;
}

static void search_expr(InputSearch *search, const Expr *e)
{
    if (e && e->flags & EXPR_HAS_LOCAL) expr_walk(search->f->exprs, e, search, note_input);
}

static void search_statements(InputSearch *search, const Statements *list)
{
    for (uint32_t i = 0; i < list->count && !search->is_read; i++) {
        const Statement *s = &list->items[i];
        const Expr *all[] = {s->left, s->right, s->condition, s->message, s->level, s->range};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) search_expr(search, all[k]);
        for (uint32_t k = 0; k < s->n_branches; k++) {
            search_expr(search, s->branches[k].condition);
            search_statements(search, &s->branches[k].body);
        }
    }
}

// Looks for its use only where it matters: an argument that has no value.
static bool is_never_read(Walk *w, const Expr *call, uint32_t i)
{
    const Expr *arg = call->args[i];
    if (call->kind != EXPR_CALL || arg->kind != EXPR_LOCAL || arg->type->kind != TYPE_REAL ||
        bitset_has(&w->set, arg->u.index))
        return false;
    const Function *f = call->u.function;
    lower_function_body(w->f, (Function *)(uintptr_t)f);
    if (!f->is_lowered || f->external || f->is_partial || f->is_record_constructor) return false;
    InputSearch search = {.f = w->f, .input = i};
    for (uint32_t k = 0; k < f->n_locals; k++) {
        search_expr(&search, f->locals[k].value);
        for (uint32_t d = 0; d < type_rank(f->locals[k].type); d++)
            search_expr(&search, f->locals[k].dims[d]);
    }
    search_statements(&search, &f->body);
    return !search.is_read;
}

// The size of a variable is known before its value: size(y, 1) reads nothing.
static void push_parts(Walk *w, const Expr *e)
{
    bool is_size = e->kind == EXPR_OP && (e->op == OP_SIZE || e->op == OP_NDIMS);
    for (uint32_t i = is_size ? 1 : 0; i < e->n_args; i++)
        if (e->args[i] && !is_never_read(w, e, i)) VEC_PUSH(w->f->work, &w->stack, e->args[i]);
}

// Whether e is x[2] or x.a of a local x: one part, whatever happens.
static bool is_definite_part(const Expr *e)
{
    if ((e->kind != EXPR_SUBSCRIPT && e->kind != EXPR_FIELD) || e->args[0]->kind != EXPR_LOCAL)
        return false;
    bool is_whole_record = e->kind == EXPR_FIELD && type_rank(e->args[0]->type) == 0;
    bool has_all = e->kind == EXPR_SUBSCRIPT && e->n_args == type_rank(e->args[0]->type) + 1;
    for (uint32_t i = 1; has_all && i < e->n_args; i++) has_all = expr_is_literal(e->args[i]);
    return is_whole_record || (has_all && !type_rank(e->type));
}

static void note_missed(Walk *w, const Expr *e)
{
    if (!is_definite_part(e)) return;
    uint32_t local = e->args[0]->u.index;
    bool is_looked_at = w->function->locals[local].kind == LOCAL_PROTECTED &&
                        bitset_has(&w->set, local) && !bitset_has(&w->open, local);
    if (!is_looked_at || map_get_pointer(&w->parts, e) || map_get_pointer(&w->missed, e)) return;
    map_put_pointer(&w->missed, e, e);
    VEC_PUSH(w->f->work, &w->missed_list, e);
}

// Whether the value hangs on something that has none.
static bool read_expr(Walk *w, const Expr *e)
{
    if (!e || !(e->flags & EXPR_HAS_LOCAL)) return false;
    bool hangs = false;
    if (w->is_followed) w->seen = map_make(w->f->work); // what was looked at may hang by now
    VEC_PUSH(w->f->work, &w->stack, e);
    while (w->stack.count) {
        const Expr *top = VEC_POP(&w->stack);
        if (!(top->flags & EXPR_HAS_LOCAL) || map_get_pointer(&w->seen, top)) continue;
        if (top->kind != EXPR_LOCAL) {
            map_put_pointer(&w->seen, top, top);
            note_missed(w, top);
            push_parts(w, top);
        } else if (!bitset_has(&w->set, top->u.index)) {
            bitset_add(&w->unset, top->u.index);
            hangs = w->is_followed = true;
        } else {
            hangs |= bitset_has(&w->hangs, top->u.index) || bitset_has(&w->partly, top->u.index);
        }
    }
    return hangs;
}

static void set_left(Walk *w, const Expr *left, bool hangs)
{
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++)
            if (left->args[i]) set_left(w, left->args[i], hangs);
        return;
    }
    bool is_part = left->kind != EXPR_LOCAL, is_field = left->kind == EXPR_FIELD;
    const Expr *part = left;
    while (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD) {
        for (uint32_t i = 1; i < left->n_args; i++) w->leaks |= read_expr(w, left->args[i]);
        part = left;
        left = left->args[0];
    }
    if (left->kind != EXPR_LOCAL) return;
    bitset_add(&w->set, left->u.index);
    if (is_definite_part(part))
        map_put_pointer(&w->parts, part, part);
    else
        bitset_add(&w->open, left->u.index);
    if (hangs) bitset_add(is_field ? &w->partly : &w->hangs, left->u.index);
    if (!hangs && !is_part) bitset_remove(&w->hangs, left->u.index);
}

static void set_all(Walk *w, const Statements *list) // of a loop, before its body is read
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].left) set_left(w, list->items[i].left, false);
        for (uint32_t k = 0; k < list->items[i].n_branches; k++)
            set_all(w, &list->items[i].branches[k].body);
    }
}

static void check_outputs(Walk *w)
{
    const Function *f = w->function;
    for (uint32_t i = 0; i < f->n_outputs; i++) w->leaks |= bitset_has(&w->hangs, f->n_inputs + i);
}

static void walk_statements(Walk *w, const Statements *list);

// Each branch begins with what hangs in front of it; behind them hangs what does behind one. A
// loop is walked again where something does: its second round begins behind its first.
static void walk_branches(Walk *w, const Statement *s)
{
    bool is_loop = s->kind == STMT_FOR || s->kind == STMT_WHILE;
    bool has_else = s->kind == STMT_IF && !s->branches[s->n_branches - 1].condition;
    BitSet before = bitset_make(w->f->work, w->hangs.n_bits);
    BitSet behind = bitset_make(w->f->work, w->hangs.n_bits);
    bitset_unite(&before, &w->hangs);
    if (!has_else) bitset_unite(&behind, &before);
    for (uint32_t k = 0; k < s->n_branches; k++) {
        // A condition may ask what it reads only from the second round on.
        if (is_loop) set_all(w, &s->branches[k].body);
        bitset_clear(&w->hangs);
        bitset_unite(&w->hangs, &before);
        for (int round = 0; round < (is_loop && w->is_followed ? 2 : 1); round++) {
            w->leaks |= read_expr(w, s->branches[k].condition);
            walk_statements(w, &s->branches[k].body);
            bitset_unite(&behind, &w->hangs);
        }
    }
    bitset_clear(&w->hangs);
    bitset_unite(&w->hangs, &behind);
}

static void walk_statements(Walk *w, const Statements *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const Statement *s = &list->items[i];
        bool hangs = read_expr(w, s->right);
        const Expr *all[] = {s->condition, s->message, s->level, s->range};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) w->leaks |= read_expr(w, all[k]);
        if (s->n_branches) walk_branches(w, s);
        if (s->left)
            set_left(w, s->left, hangs);
        else
            w->leaks |= hangs; // a call for its effect
        if (s->kind == STMT_RETURN) check_outputs(w);
        if (s->kind == STMT_BREAK) w->leaks |= bitset_count(&w->hangs) > 0; // not followed
    }
}

static bool holds_nothing(const Type *type)
{
    for (uint32_t k = 0; k < type_rank(type); k++)
        if (type_dim(type, k) == 0) return true;
    const Type *elem = type_elem(type);
    return elem->kind == TYPE_RECORD && elem->n == 0;
}

// A number that nothing has set is none; anything else would be zero or false.
static bool is_harmless(const Walk *w, const Local *local)
{
    return !w->leaks && (!bitset_count(&w->partly) || local->type->kind == TYPE_REAL);
}

static void report(Walk *w, const Local *local, const char *what, bool is_warning)
{
    if (!is_first_report(w->f, local->span, E_NO_VALUE)) return;
    Diagnostic *d = (is_warning ? diag_breach : diag_error)(
        w->f->diag, local->span, E_NO_VALUE, "%s '%s' of the function '%s' is %s",
        local->kind == LOCAL_OUTPUT ? "the output" : "the variable", local->name->text,
        w->function->name->text, what);
    if (is_warning)
        diag_label(w->f->diag, d, "%s",
                   bitset_count(&w->partly) ? "what is computed from it is no number"
                                            : "nothing that is returned hangs on it");
}

static void report_missed(Walk *w)
{
    for (uint32_t i = 0; i < w->missed_list.count; i++) {
        const Expr *part = w->missed_list.data[i];
        const Local *local = &w->function->locals[part->args[0]->u.index];
        if (!is_first_report(w->f, local->span, E_UNSET_VARIABLE)) continue;
        Text text = text_make(w->f->work);
        expr_print_briefly(part, NULL, 60, &text);
        diag_warning(w->f->diag, local->span, E_UNSET_VARIABLE,
                     "'%s' of '%s' is read before it is set, and taken as zero", text_cstr(&text),
                     w->function->name->text);
    }
}

void check_unset_locals(Front *f, const Function *function)
{
    if (function->external || function->is_partial || function->is_record_constructor) return;
    if (diag_count(f->diag, SEVERITY_ERROR)) return; // what sets it may be what was refused
    uint32_t n = function->n_locals;
    Walk w = {.f = f,
              .function = function,
              .set = bitset_make(f->work, n + 1),
              .unset = bitset_make(f->work, n + 1),
              .open = bitset_make(f->work, n + 1),
              .parts = map_make(f->work),
              .missed = map_make(f->work),
              .hangs = bitset_make(f->work, n + 1),
              .partly = bitset_make(f->work, n + 1),
              .seen = map_make(f->work)};
    for (uint32_t i = 0; i < n; i++) {
        const Local *local = &function->locals[i];
        bool is_set = local->kind == LOCAL_INPUT || local->value || holds_nothing(local->type) ||
                      local->type->kind == TYPE_ERROR ||
                      type_elem(local->type)->kind == TYPE_EXTERNAL;
        if (!is_set) continue;
        bitset_add(&w.set, i);
        bitset_add(&w.open, i);
    }
    for (uint32_t i = 0; i < n; i++)
        if (function->locals[i].kind != LOCAL_INPUT && read_expr(&w, function->locals[i].value))
            bitset_add(&w.hangs, i);
    walk_statements(&w, &function->body);
    check_outputs(&w);
    for (uint32_t i = 0; i < n; i++) {
        const Local *local = &function->locals[i];
        bool is_set = bitset_has(&w.set, i), is_read = bitset_has(&w.unset, i);
        if (is_read)
            report(&w, local, is_set ? "read before it is set" : "read and never set",
                   is_harmless(&w, local));
        else if (!is_set && local->kind == LOCAL_OUTPUT)
            report(&w, local, "never set", false);
    }
    report_missed(&w);
}
