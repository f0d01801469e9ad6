// Base Modelica (MCP-0031) said in Modelica: after this the tree has nothing that Modelica has not.
//
//     parameter equation guess(x) = e          x(start = e)
//     initial equation guess(x) = e            x(final start = e)
//     initial equation x = guess(x)            x(fixed = true); so pre(x) = guess(x)
//     initial equation prioritize(x, 2)        the level of that start value
//     initial equation p = e                   final parameter p = e, where e is made of parameters
//     a parameter without equation             p(fixed = false)
//     subpartition (clock = c) equation ...    when c then ... end when; algorithms stay as they
//     are
//
// What is left of when-equations differs where the initial system is made: equations/when.c.
#include <string.h>

#include "base/map.h"
#include "syntax/parser.h"

typedef struct BaseModel {
    Session *s;
    AstFile *file;
    AstClass *model;
    Map elements; // Name to AstElement, of components
} BaseModel;

// ---- Making nodes --------------------------------------------------------------------------

static AstExpr *new_expr(Arena *arena, AstExprKind kind, Span span)
{
    AstExpr *e = ARENA_NEW(arena, AstExpr);
    e->kind = (uint8_t)kind;
    e->span = span;
    return e;
}

static AstMod *new_mod(BaseModel *b, const char *name, const AstExpr *value, Span span)
{
    AstMod *m = ARENA_NEW(b->s->arena, AstMod);
    m->span = span;
    m->n_path = 1;
    m->path = ARENA_RAW(b->s->arena, Name, 1);
    m->path[0] = name_of_text(b->s->names, name);
    m->path_spans = ARENA_COPY(b->s->arena, Span, &span, 1);
    m->value = value;
    return m;
}

static void add_mod(BaseModel *b, AstModList *list, AstMod *mod)
{
    AstMod **args = ARENA_ARRAY(b->s->arena, AstMod *, list->n_args + 1);
    for (uint32_t i = 0; i < list->n_args; i++) args[i] = list->args[i];
    args[list->n_args++] = mod;
    list->args = args;
    list->has_args = true;
}

static void add_attribute(BaseModel *b, AstElement *e, const char *name, const AstExpr *value,
                          bool is_final)
{
    AstMod *m = new_mod(b, name, value, value->span);
    m->is_final = is_final;
    m->is_each = value->kind == AST_BOOLEAN; // fixed, of all elements
    add_mod(b, &e->u.component.mods, m);
}

static const AstExpr *boolean(BaseModel *b, bool value, Span span)
{
    AstExpr *e = new_expr(b->s->arena, AST_BOOLEAN, span);
    e->u.boolean = value;
    return e;
}

// annotation(__Tarn(startLevel = n))
static void add_priority(BaseModel *b, AstElement *e, const AstExpr *level)
{
    AstMod *vendor = new_mod(b, "__Tarn", NULL, level->span);
    AstModList inner = {0};
    add_mod(b, &inner, new_mod(b, "startLevel", level, level->span));
    vendor->args = inner.args;
    vendor->n_args = inner.n_args;
    vendor->has_args = true;
    if (!e->annotation) {
        e->annotation = ARENA_NEW(b->s->arena, AstModList);
        e->annotation->span = level->span;
    }
    add_mod(b, e->annotation, vendor);
}

// ---- Questions -----------------------------------------------------------------------------

static const AstExpr *sole_argument(const AstExpr *e, const char *function)
{
    if (!e || e->kind != AST_CALL || e->u.call.function->kind != AST_REF) return NULL;
    const AstExpr *f = e->u.call.function;
    if (f->u.ref.n_parts != 1 || strcmp(f->u.ref.parts[0].name->text, function) != 0) return NULL;
    AstExprList args = e->u.call.args->positional;
    return args.count ? args.items[0] : NULL;
}

static bool is_same_reference(const AstExpr *a, const AstExpr *b)
{
    if (a->kind != AST_REF || b->kind != AST_REF || a->u.ref.n_parts != b->u.ref.n_parts)
        return false;
    for (uint32_t i = 0; i < a->u.ref.n_parts; i++)
        if (a->u.ref.parts[i].name != b->u.ref.parts[i].name ||
            a->u.ref.parts[i].subscripts.count || b->u.ref.parts[i].subscripts.count)
            return false;
    return true;
}

// The component that a reference to a whole variable means; NULL for elements and fields.
static AstElement *variable_of(const BaseModel *b, const AstExpr *ref)
{
    if (!ref || ref->kind != AST_REF || ref->u.ref.n_parts != 1 || ref->global) return NULL;
    if (ref->u.ref.parts[0].subscripts.count) return NULL;
    return map_get_pointer(&b->elements, ref->u.ref.parts[0].name);
}

static AstElement *guessed_variable(BaseModel *b, const AstExpr *guess)
{
    const AstExpr *ref = sole_argument(guess, "guess");
    AstElement *e = variable_of(b, ref);
    if (ref && !e)
        diag_error(b->s->diag, ref->span, E_UNSUPPORTED,
                   "guess() of an element or a field: only of a whole variable");
    if (ref && !e) b->file->has_errors = true;
    return e;
}

static bool is_parameter(const AstElement *e)
{
    return e->prefixes.is_parameter || e->prefixes.is_constant;
}

typedef struct Search {
    const BaseModel *b;
    bool varies;
} Search;

static void look_for_variables(void *client, const AstExpr *e)
{
    Search *search = client;
    if (e->kind == AST_REF && !e->global) {
        Name first = e->u.ref.parts[0].name;
        const AstElement *named = map_get_pointer(&search->b->elements, first);
        if (named ? !is_parameter(named) : !strcmp(first->text, "time")) search->varies = true;
        if (!strcmp(first->text, "initial") || !strcmp(first->text, "der")) search->varies = true;
    }
    ast_each_part(e, search, look_for_variables);
}

static bool is_of_parameters(const BaseModel *b, const AstExpr *e)
{
    Search search = {b, false};
    look_for_variables(&search, e);
    return !search.varies;
}

// ---- Operators -----------------------------------------------------------------------------

static const AstExpr *start_of(const AstElement *e)
{
    const AstMod *start =
        ast_find_mod(e->u.component.mods.args, e->u.component.mods.n_args, "start");
    return start ? start->value : NULL;
}

// guess(x) among other things is the start value of x; realParameterEqual(a, b) is what no
// comparison of Modelica says outside of functions: neither is the smaller one.
static void replace_operators(void *client, const AstExpr *part)
{
    BaseModel *b = client;
    AstExpr *e = (AstExpr *)(uintptr_t)part; // the tree is not complete before this
    ast_each_part(e, b, replace_operators);
    if (e->kind != AST_CALL) return;
    if (sole_argument(e, "guess")) {
        const AstElement *v = guessed_variable(b, e);
        const AstExpr *start = v ? start_of(v) : NULL;
        AstExpr *zero = new_expr(b->s->arena, AST_INTEGER, e->span);
        e->kind = AST_PAREN;
        e->u.inner = start ? start : zero;
    } else if (sole_argument(e, "realParameterEqual") && e->u.call.args->positional.count == 2) {
        const AstExpr *const *args = e->u.call.args->positional.items;
        AstExpr *both[2];
        for (int i = 0; i < 2; i++) {
            both[i] = new_expr(b->s->arena, AST_BINARY, e->span);
            both[i]->op = i ? AST_GE : AST_LE;
            both[i]->u.binary.left = args[0];
            both[i]->u.binary.right = args[1];
        }
        e->kind = AST_BINARY;
        e->op = AST_AND;
        e->u.binary.left = both[0];
        e->u.binary.right = both[1];
    }
}

static void replace_in(BaseModel *b, AstEquation *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const AstEquation *e = items[i];
        if (e->left) replace_operators(b, e->left);
        if (e->right) replace_operators(b, e->right);
        for (uint32_t k = 0; k < e->n_iterators; k++)
            if (e->iterators[k].range) replace_operators(b, e->iterators[k].range);
        for (uint32_t k = 0; k < e->n_branches; k++) {
            if (e->branches[k].condition) replace_operators(b, e->branches[k].condition);
            replace_in(b, e->branches[k].items, e->branches[k].n_items);
        }
    }
}

// ---- Initial equations ---------------------------------------------------------------------

static bool set_guess(BaseModel *b, const AstEquation *e, bool is_final)
{
    if (e->kind != AST_EQ_EQUALS || !sole_argument(e->left, "guess")) return false;
    AstElement *v = guessed_variable(b, e->left);
    if (!v) return true; // reported
    const AstExpr *value = sole_argument(e->right, "prioritize");
    if (value && e->right->u.call.args->positional.count == 2)
        add_priority(b, v, e->right->u.call.args->positional.items[1]);
    add_attribute(b, v, "start", value ? value : e->right, is_final);
    return true;
}

static bool set_priority(BaseModel *b, const AstEquation *e)
{
    if (e->kind != AST_EQ_CALL || !sole_argument(e->left, "prioritize")) return false;
    AstElement *v = variable_of(b, sole_argument(e->left, "prioritize"));
    AstExprList args = e->left->u.call.args->positional;
    if (!v || args.count != 2) return false;
    add_priority(b, v, args.items[1]);
    return true;
}

static bool set_fixed(BaseModel *b, const AstEquation *e)
{
    const AstExpr *guess = e->kind == AST_EQ_EQUALS ? sole_argument(e->right, "guess") : NULL;
    if (!guess) return false;
    const AstExpr *before = sole_argument(e->left, "pre");
    AstElement *v = variable_of(b, before ? before : e->left);
    if (!v || is_parameter(v) || !is_same_reference(guess, before ? before : e->left)) return false;
    add_attribute(b, v, "fixed", boolean(b, true, e->span), false);
    return true;
}

static bool set_parameter(BaseModel *b, const AstEquation *e)
{
    AstElement *v = e->kind == AST_EQ_EQUALS ? variable_of(b, e->left) : NULL;
    if (!v || !v->prefixes.is_parameter || v->u.component.mods.value) return false;
    if (!is_of_parameters(b, e->right)) return false;
    v->u.component.mods.value = e->right;
    v->prefixes.is_final = true;
    return true;
}

static void lower_initial(BaseModel *b, AstSection *section)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < section->n_items; i++) {
        AstEquation *e = section->items[i];
        bool is_said = set_guess(b, e, !section->is_parameter) || set_priority(b, e) ||
                       set_fixed(b, e) || set_parameter(b, e);
        if (section->is_parameter && !is_said) {
            diag_error(b->s->diag, e->span, E_SYNTAX, "a parameter equation is guess(x) = ...");
            b->file->has_errors = true;
        }
        if (!is_said) section->items[n++] = e;
    }
    section->n_items = n;
}

// ---- Declarations --------------------------------------------------------------------------

static bool says_protected(const AstElement *e)
{
    const AstMod *m = ast_annotation(e->annotation, "Protected");
    return m && m->value && m->value->kind == AST_BOOLEAN && m->value->u.boolean;
}

// Inputs have no defaults, and what is no result is local.
static void lower_function(const AstClass *f)
{
    for (uint32_t i = 0; i < f->n_elements; i++) {
        AstElement *e = f->elements[i];
        if (e->kind != AST_ELEMENT_COMPONENT) continue;
        if (e->prefixes.is_input) e->u.component.mods.value = NULL;
        e->prefixes.is_protected = !e->prefixes.is_input && !e->prefixes.is_output;
    }
}

static void lower_declarations(BaseModel *b)
{
    for (uint32_t i = 0; i < b->model->n_elements; i++) {
        AstElement *e = b->model->elements[i];
        if (e->kind != AST_ELEMENT_COMPONENT) continue;
        if (says_protected(e)) e->prefixes.is_protected = true;
        if (e->prefixes.is_parameter && !e->u.component.mods.value)
            add_attribute(b, e, "fixed", boolean(b, false, e->name_span), false);
    }
}

// ---- Clocks --------------------------------------------------------------------------------

static const AstExpr *clock_with_method(BaseModel *b, const AstSection *section)
{
    if (!section->clock_method) return section->clock;
    AstExpr *name = new_expr(b->s->arena, AST_REF, section->clock->span);
    name->u.ref.parts = ARENA_NEW(b->s->arena, AstRefPart);
    name->u.ref.n_parts = 1;
    name->u.ref.parts[0].name = name_of_text(b->s->names, "Clock");
    name->u.ref.parts[0].span = section->clock->span;
    AstExpr *call = new_expr(b->s->arena, AST_CALL, section->clock->span);
    call->u.call.function = name;
    call->u.call.args = ARENA_NEW(b->s->arena, AstArgs);
    AstExprList *list = &call->u.call.args->positional;
    list->items = ARENA_RAW(b->s->arena, const AstExpr *, 2);
    list->items[0] = section->clock;
    list->items[1] = section->clock_method;
    list->count = 2;
    return call;
}

static void lower_clocked(BaseModel *b, AstSection *section)
{
    if (!section->n_items) return;
    AstEquation *when = ARENA_NEW(b->s->arena, AstEquation);
    when->kind = AST_EQ_WHEN;
    when->span = section->span;
    when->n_branches = 1;
    when->branches = ARENA_NEW(b->s->arena, AstBranch);
    when->branches[0] =
        (AstBranch){clock_with_method(b, section), section->items, section->n_items};
    section->items = ARENA_RAW(b->s->arena, AstEquation *, 1);
    section->items[0] = when;
    section->n_items = 1;
}

// ---- The model -----------------------------------------------------------------------------

static void lower_model(Session *s, AstFile *file, AstClass *model)
{
    Arena *scratch = arena_open("base_modelica");
    BaseModel b = {.s = s, .file = file, .model = model, .elements = map_make(scratch)};
    for (uint32_t i = 0; i < model->n_elements; i++) {
        AstElement *e = model->elements[i];
        if (e->kind == AST_ELEMENT_COMPONENT) map_put_pointer(&b.elements, e->name, e);
    }
    for (uint32_t i = 0; i < model->n_sections; i++) {
        AstSection *section = &model->sections[i];
        if (section->is_initial && !section->is_algorithm) lower_initial(&b, section);
    }
    lower_declarations(&b);
    for (uint32_t i = 0; i < model->n_sections; i++) {
        replace_in(&b, model->sections[i].items, model->sections[i].n_items);
        if (model->sections[i].clock && !model->sections[i].is_algorithm)
            lower_clocked(&b, &model->sections[i]);
    }
    arena_close(scratch);
}

void base_modelica_lower(Session *s, AstFile *file)
{
    for (uint32_t i = 0; i < file->n_classes; i++) {
        const AstClass *package = file->classes[i];
        for (uint32_t k = 0; k < package->n_elements; k++) {
            const AstElement *e = package->elements[k];
            if (e->kind != AST_ELEMENT_CLASS) continue;
            AstClass *c = (AstClass *)(uintptr_t)e->u.class_def; // not seen by anybody yet
            if (c->kind == AST_FUNCTION) lower_function(c);
            if (c->kind == AST_MODEL) lower_model(s, file, c);
        }
    }
}
