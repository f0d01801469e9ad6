// function_text.h -- functions for unit tests from text: declarations, then statements.
//
//     input Real x; output Real y; protected Real t; algorithm t := x*x; y := t + 1;
// Declarations: one variable each, sizes in brackets; the order is inputs, outputs, protected.
#ifndef TESTS_FUNCTION_TEXT_H
#define TESTS_FUNCTION_TEXT_H
#include "base/vec.h"
#include "unit/expr_text.h"

typedef struct FunctionText {
    ExprText x;
    Arena *arena;
    Function *f;
} FunctionText;

static Statements text_statements(FunctionText *t);

static Name text_name(FunctionText *t)
{
    text_space(&t->x);
    const char *start = t->x.p;
    while (isalnum((unsigned char)*t->x.p)) t->x.p++;
    return name_of(t->x.names, start, (size_t)(t->x.p - start));
}

static void text_declaration(FunctionText *t, LocalKind kind)
{
    static const TypeKind kinds[] = {TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN};
    static const char *const words[] = {"Real", "Integer", "Boolean"};
    const Type *type = NULL;
    for (int i = 0; i < 3 && !type; i++)
        if (text_take(&t->x, words[i])) type = type_basic(t->x.t, kinds[i]);
    Local *local = &t->f->locals[t->f->n_locals];
    *local = (Local){.name = text_name(t), .kind = kind};
    const Expr *sizes[4];
    int32_t dims[4];
    uint32_t rank = text_take(&t->x, "[") ? text_list(&t->x, "]", sizes) : 0;
    local->dims = ARENA_ARRAY(t->arena, const Expr *, rank + 1);
    for (uint32_t k = 0; k < rank; k++) {
        double size;
        dims[k] = expr_is_number(sizes[k], &size) ? (int32_t)size : DIM_UNKNOWN;
        local->dims[k] = sizes[k]->kind == EXPR_COLON ? NULL : sizes[k];
    }
    local->type = type_array(t->x.t, type, dims, rank);
    if (text_take(&t->x, ":=")) local->value = text_expression(&t->x);
    text_take(&t->x, ";");
    t->f->n_locals++;
    if (kind == LOCAL_INPUT) t->f->n_inputs++;
    if (kind == LOCAL_OUTPUT) t->f->n_outputs++;
}

static Statement text_loop(FunctionText *t)
{
    Statement st = {.kind = STMT_FOR, .n_branches = 1};
    Name name = text_name(t);
    text_take(&t->x, "in");
    st.range = text_expression(&t->x);
    st.iterator = expr_iterator(t->x.t, name, type_elem(st.range->type));
    text_take(&t->x, "loop");
    t->x.iterator_names[t->x.n_iterators] = name;
    t->x.iterators[t->x.n_iterators++] = st.iterator;
    st.branches = ARENA_NEW(t->arena, StatementBranch);
    st.branches[0].body = text_statements(t);
    t->x.n_iterators--;
    text_take(&t->x, "end for");
    return st;
}

static Statement text_while(FunctionText *t)
{
    Statement st = {.kind = STMT_WHILE, .n_branches = 1};
    st.branches = ARENA_NEW(t->arena, StatementBranch);
    st.branches[0].condition = text_expression(&t->x);
    text_take(&t->x, "loop");
    st.branches[0].body = text_statements(t);
    text_take(&t->x, "end while");
    return st;
}

static Statement text_if(FunctionText *t)
{
    Statement st = {.kind = STMT_IF};
    st.branches = ARENA_ARRAY(t->arena, StatementBranch, 8);
    do {
        StatementBranch *b = &st.branches[st.n_branches++];
        b->condition = text_expression(&t->x);
        text_take(&t->x, "then");
        b->body = text_statements(t);
    } while (text_take(&t->x, "elseif"));
    if (text_take(&t->x, "else")) st.branches[st.n_branches++].body = text_statements(t);
    text_take(&t->x, "end if");
    return st;
}

static Statement text_statement(FunctionText *t)
{
    if (text_take(&t->x, "for")) return text_loop(t);
    if (text_take(&t->x, "while")) return text_while(t);
    if (text_take(&t->x, "if")) return text_if(t);
    if (text_take(&t->x, "break")) return (Statement){.kind = STMT_BREAK};
    if (text_take(&t->x, "return")) return (Statement){.kind = STMT_RETURN};
    if (text_take(&t->x, "assert(")) {
        Statement st = {.kind = STMT_ASSERT, .condition = text_expression(&t->x)};
        text_take(&t->x, ",");
        st.message = text_expression(&t->x);
        text_take(&t->x, ")");
        return st;
    }
    Statement st = {.kind = STMT_ASSIGN, .left = text_primary(&t->x)};
    text_take(&t->x, ":=");
    st.right = text_expression(&t->x);
    return st;
}

static Statements text_statements(FunctionText *t)
{
    VEC(Statement) out = {0};
    for (;;) {
        text_space(&t->x);
        bool at_end = !*t->x.p || strncmp(t->x.p, "end", 3) == 0 || strncmp(t->x.p, "else", 4) == 0;
        const char *before = t->x.p;
        if (at_end) return (Statements){out.data, out.count};
        VEC_PUSH(t->arena, &out, text_statement(t));
        text_take(&t->x, ";");
        if (t->x.p == before) return (Statements){out.data, out.count}; // not understood
    }
}

// The function can call itself by its name.
static inline Function *function_of_text(Session *s, const char *name, const char *text)
{
    Function *f = ARENA_NEW(s->arena, Function);
    f->name = name_of_text(s->names, name);
    f->locals = ARENA_ARRAY(s->arena, Local, 32);
    f->smooth_order = -1;
    f->is_lowered = true;
    FunctionText t = {{.t = s->exprs, .names = s->names, .p = text, .function = f}, s->arena, f};
    for (;;) {
        if (text_take(&t.x, "input"))
            text_declaration(&t, LOCAL_INPUT);
        else if (text_take(&t.x, "output"))
            text_declaration(&t, LOCAL_OUTPUT);
        else if (text_take(&t.x, "protected"))
            text_declaration(&t, LOCAL_PROTECTED);
        else
            break;
        f->type = f->n_outputs ? f->locals[f->n_inputs].type : NULL;
    }
    text_take(&t.x, "algorithm");
    f->body = text_statements(&t);
    return f;
}

// An expression that may call f.
static inline const Expr *expr_of_text_with(Session *s, const Function *f, const char *text)
{
    ExprText x = {.t = s->exprs, .names = s->names, .p = text, .function = f, .outside = true};
    return text_expression(&x);
}
#endif
