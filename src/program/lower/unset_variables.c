// Variables of functions that are read before they are set: the language leaves their value open.
//
// One walk over the statements in their order. A variable is unset, set on some way through the
// branches and loops so far, or set on all; an array or record of which a part is set counts as set
// sometimes. A scalar that is certainly unset where it is read is warned of; a Real that may be
// begins as NaN, so that a result that depends on it shows: zero would hide it. So does whatever
// else nobody but the caller can have read, and is looked at when the function ends.
//
// Comparisons with NaN are false and hide it. So an array or record that is returned, is set only
// as a whole, and that the first round of a loop reads before any statement has set it, is warned
// of.
#include <string.h>

#include "program/lower/lowering.h"

typedef enum { UNSET, SET_BY_EARLIER_ROUND, SET_SOMETIMES, SET_ALWAYS } HowSet;

typedef struct Flow {
    Lowering *l;
    const Function *f;
    uint8_t *how; // HowSet by local, at the statement under way
    uint8_t *is_doubtful;
    bool *has_set_parts; // by local: some statement sets a part of it
    Span *first_round;   // by local: where the first round of a loop reads it
    Span span;
} Flow;

// Records that wait for their sizes may have values by their class, which are not known here.
static bool is_watched(const Flow *w, uint32_t i)
{
    return i < w->f->n_locals && i >= w->f->n_inputs && !w->f->locals[i].value &&
           type_is_sized(type_elem(w->f->locals[i].type));
}

static bool has_parts(const Flow *w, uint32_t i)
{
    const Type *type = w->f->locals[i].type;
    return type_rank(type) > 0 || type->kind == TYPE_RECORD;
}

static void note_read(void *client, const Expr *node)
{
    Flow *w = client;
    if (node->kind != EXPR_LOCAL || !is_watched(w, node->u.index)) return;
    uint32_t i = node->u.index;
    if (w->how[i] == SET_ALWAYS) return;
    bool is_first = !w->is_doubtful[i];
    w->is_doubtful[i] = DOUBTFUL;
    if (w->how[i] == SET_BY_EARLIER_ROUND && !w->first_round[i].end) w->first_round[i] = w->span;
    if (w->how[i] != UNSET || !is_first || w->f->is_derived || has_parts(w, i)) return;
    diag_warning(w->l->session->diag, w->span, E_UNSET_VARIABLE,
                 "'%s' of '%s' is read before it is set", w->f->locals[i].name->text,
                 w->f->name->text);
}

static void read_all(Flow *w, const Expr *e)
{
    if (e && e->flags & EXPR_HAS_LOCAL) expr_walk(w->l->exprs, e, w, note_read);
}

// The variable under subscripts and fields is set; what the subscripts say is read.
static void set_left(Flow *w, const Expr *left)
{
    if (!left) return;
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++) set_left(w, left->args[i]);
        return;
    }
    bool is_part = left->kind != EXPR_LOCAL;
    for (; left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD; left = left->args[0])
        for (uint32_t i = 1; i < left->n_args; i++) read_all(w, left->args[i]);
    if (left->kind != EXPR_LOCAL || left->u.index >= w->f->n_locals) return;
    uint8_t *how = &w->how[left->u.index];
    if (is_part) w->has_set_parts[left->u.index] = true;
    if (!is_part || *how < SET_SOMETIMES) *how = is_part ? SET_SOMETIMES : SET_ALWAYS;
}

static void walk_statements(Flow *w, const Statements *list);

static void walk_branches(Flow *w, const Statement *s)
{
    uint32_t n = w->f->n_locals;
    uint8_t *before = ARENA_COPY(w->l->scratch, uint8_t, w->how, n + 1);
    uint8_t *least = ARENA_COPY(w->l->scratch, uint8_t, w->how, n + 1);
    uint8_t *most = ARENA_COPY(w->l->scratch, uint8_t, w->how, n + 1);
    bool has_else = false;
    memset(least, SET_ALWAYS, n);
    for (uint32_t k = 0; k < s->n_branches; k++) {
        memcpy(w->how, before, n);
        read_all(w, s->branches[k].condition);
        has_else |= !s->branches[k].condition;
        walk_statements(w, &s->branches[k].body);
        for (uint32_t i = 0; i < n; i++) {
            if (w->how[i] < least[i]) least[i] = w->how[i];
            if (w->how[i] > most[i]) most[i] = w->how[i];
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        bool always = before[i] == SET_ALWAYS || (has_else && least[i] == SET_ALWAYS);
        w->how[i] = always ? SET_ALWAYS : most[i] < SET_SOMETIMES ? most[i] : SET_SOMETIMES;
    }
}

static void expect_left(Flow *w, const Expr *left)
{
    if (!left) return;
    for (uint32_t i = 0; left->kind == EXPR_TUPLE && i < left->n_args; i++)
        expect_left(w, left->args[i]);
    while (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD) left = left->args[0];
    if (left->kind == EXPR_LOCAL && left->u.index < w->f->n_locals &&
        w->how[left->u.index] == UNSET)
        w->how[left->u.index] = SET_BY_EARLIER_ROUND;
}

// A later round of a loop sees what an earlier one has set anywhere in the body.
static void expect_statements(Flow *w, const Statements *list)
{
    for (uint32_t k = 0; k < list->count; k++) {
        const Statement *s = &list->items[k];
        if (s->kind == STMT_ASSIGN) expect_left(w, s->left);
        for (uint32_t i = 0; i < s->n_branches; i++) expect_statements(w, &s->branches[i].body);
    }
}

// Outputs go to the caller as they are now.
static void give_back(Flow *w)
{
    for (uint32_t i = w->f->n_inputs; i < w->f->n_inputs + w->f->n_outputs; i++) {
        if (is_watched(w, i) && w->how[i] != SET_ALWAYS && !w->is_doubtful[i])
            w->is_doubtful[i] = DOUBTFUL_AT_THE_END;
    }
}

static void walk_loop(Flow *w, const Statement *s)
{
    uint32_t n = w->f->n_locals;
    read_all(w, s->range);
    expect_statements(w, &s->branches[0].body);
    read_all(w, s->branches[0].condition);
    uint8_t *before = ARENA_COPY(w->l->scratch, uint8_t, w->how, n + 1);
    walk_statements(w, &s->branches[0].body);
    for (uint32_t i = 0; i < n; i++) { // the body may not have been executed at all
        bool is_set = before[i] == SET_BY_EARLIER_ROUND && w->how[i] > SET_BY_EARLIER_ROUND;
        w->how[i] = is_set ? SET_SOMETIMES : before[i];
    }
}

static void walk_statements(Flow *w, const Statements *list)
{
    for (uint32_t k = 0; k < list->count; k++) {
        const Statement *s = &list->items[k];
        w->span = s->span;
        if (s->kind == STMT_IF || s->kind == STMT_WHEN) {
            walk_branches(w, s);
        } else if (s->kind == STMT_FOR || s->kind == STMT_WHILE) {
            walk_loop(w, s);
        } else {
            read_all(w, s->right);
            read_all(w, s->condition);
            read_all(w, s->message);
            if (s->kind == STMT_ASSIGN) set_left(w, s->left);
            if (s->kind == STMT_RETURN) give_back(w);
        }
    }
}

static void warn_of_first_rounds(const Flow *w)
{
    const Function *f = w->f;
    for (uint32_t i = f->n_inputs; i < f->n_inputs + f->n_outputs; i++) {
        if (!w->first_round[i].end || w->has_set_parts[i] || f->is_derived || !has_parts(w, i))
            continue;
        diag_warning(w->l->session->diag, w->first_round[i], E_UNSET_VARIABLE,
                     "'%s' of '%s' is read in the first round of a loop before it is set: it is no "
                     "number there, and whatever it is compared with is neither more nor less",
                     f->locals[i].name->text, f->name->text);
    }
}

uint8_t *find_doubtful(Lowering *l, const Function *f)
{
    Flow w = {.l = l, .f = f};
    w.how = ARENA_ARRAY(l->scratch, uint8_t, f->n_locals + 1);
    w.is_doubtful = ARENA_ARRAY(l->scratch, uint8_t, f->n_locals + 1);
    w.has_set_parts = ARENA_ARRAY(l->scratch, bool, f->n_locals + 1);
    w.first_round = ARENA_ARRAY(l->scratch, Span, f->n_locals + 1);
    if (!f->external) {
        walk_statements(&w, &f->body);
        give_back(&w);
        warn_of_first_rounds(&w);
    }
    // Derivatives rely on the zero that a variable of a function made here begins with.
    if (f->is_derived) memset(w.is_doubtful, 0, f->n_locals);
    return w.is_doubtful;
}
