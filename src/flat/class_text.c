// Names and definitions of the classes of a flat text.
//
// Two classes may have one full name: a record or function of a package that is modified in two
// ways. The second is called 'P.f:2'. Records with the same fields are one class whatever their
// origin, since types are compared by structure (specification 6.4).
#include "flat/class_text.h"

#include <ctype.h>
#include <string.h>

#include "expr/table.h"

// ---- Names ---------------------------------------------------------------------------------

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

static bool is_quoted(const char *s)
{
    if (*s++ != '\'') return false;
    for (; *s && *s != '\''; s++)
        if (*s == '\\' && s[1]) s++;
    return s[0] == '\'' && !s[1];
}

// Flat names hold dots and brackets: they are written as quoted identifiers. In Base Modelica all
// names are, since those without quotes belong to the language.
void print_identifier(const char *name, bool is_base, Text *out)
{
    if (!is_base && (is_identifier(name) || is_quoted(name)))
        text_add(out, name);
    else
        expr_print_quoted(name, "", out);
}

static Name name_of_class(ClassText *c, const char *text)
{
    return name_of_text(c->s->names, text);
}

static bool is_taken(const ClassText *c, const char *written)
{
    return map_get_pointer(&c->taken, name_of_text(c->s->names, written)) != NULL;
}

static bool is_word_taken(void *client, const char *name)
{
    const ClassText *c = client;
    Text written = text_make(c->scratch);
    print_identifier(name, c->is_base, &written);
    return is_taken(c, text_cstr(&written));
}

static void take(ClassText *c, Name name)
{
    map_put_pointer(&c->taken, name, name);
}

// A name that no other class has; the first one gets it as it is.
static const char *unique_name(ClassText *c, const char *wanted)
{
    Text text = text_make(c->scratch);
    print_identifier(wanted, c->is_base, &text);
    Name base = name_of_class(c, text_cstr(&text));
    uint64_t n = map_get_or(&c->n_of_name, (uint64_t)(uintptr_t)base, 0) + 1;
    map_put(&c->n_of_name, (uint64_t)(uintptr_t)base, n);
    if (n == 1) return base->text;
    const char *mark = c->is_base && *wanted != '-' ? "-" : "";
    return unique_name(c, arena_printf(c->scratch, "%s%s:%d", mark, wanted, (int)n));
}

// A variable may be called 'a.b' beside the variable b of a component a: both quotes are written.
static void name_variables(ClassText *c)
{
    const FlatModel *flat = c->flat;
    c->variables = ARENA_ARRAY(c->scratch, const char *, flat->n_variables + 1);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < flat->n_variables; i++) {
            const char *name = flat->variables[i].name;
            if (is_quoted(name) != (round == 1)) continue;
            Text text = text_make(c->scratch);
            print_identifier(name, c->is_base, &text);
            if (round == 1 && !c->is_base && is_taken(c, name)) {
                text.length = 0;
                expr_print_quoted(name, "", &text);
            }
            Name written = name_of_class(c, text_cstr(&text));
            c->variables[i] = written->text;
            take(c, written);
        }
}

static void take_locals(ClassText *c, const Function *f)
{
    for (uint32_t k = 0; k < f->n_locals; k++) {
        Text written = text_make(c->scratch);
        print_identifier(f->locals[k].name->text, c->is_base, &written);
        take(c, name_of_class(c, text_cstr(&written)));
    }
}

ClassText class_text_open(Session *s, const FlatModel *flat, FlatFiles files, bool is_base,
                          Arena *scratch)
{
    ClassText c = {.s = s,
                   .is_base = is_base,
                   .flat = flat,
                   .files = files,
                   .scratch = scratch,
                   .class_of = map_make(scratch),
                   .n_of_name = map_make(scratch),
                   .taken = map_make(scratch),
                   .constructors = map_make(scratch),
                   .mark = is_base ? "_" : ""};
    c.model = unique_name(&c, flat->name->text);
    name_variables(&c);
    for (uint32_t i = 0; i < flat->n_functions; i++) take_locals(&c, flat->functions[i]);
    return c;
}

// ---- Registering ---------------------------------------------------------------------------

static uint32_t register_class(ClassText *c, const void *key, const char *wanted, TextClass cls)
{
    cls.name = unique_name(c, wanted);
    VEC_PUSH(c->scratch, &c->classes, cls);
    map_put(&c->class_of, (uint64_t)(uintptr_t)key, c->classes.count);
    return c->classes.count;
}

static uint32_t class_known(const ClassText *c, const void *key) // 0: not yet
{
    return (uint32_t)map_get_or(&c->class_of, (uint64_t)(uintptr_t)key, 0);
}

// Component references find variables first: a class that is called like one is looked up from
// the top.
static void print_class_name(ClassText *c, uint32_t number, Text *out)
{
    const char *name = c->classes.data[number - 1].name;
    if (is_taken(c, name)) text_printf(out, c->is_base ? ".%s." : ".", c->model);
    text_add(out, name);
}

static bool is_same_record(const Type *a, const Type *b)
{
    if (!a || a->kind != TYPE_RECORD || a->name != b->name || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->fields[i].name != b->fields[i].name || a->fields[i].type != b->fields[i].type)
            return false;
    return true;
}

static uint32_t register_type(ClassText *c, const Type *type)
{
    for (uint32_t i = 0; type->kind == TYPE_RECORD && i < c->classes.count; i++) {
        if (!is_same_record(c->classes.data[i].type, type)) continue;
        map_put(&c->class_of, (uint64_t)(uintptr_t)type, i + 1);
        return i + 1;
    }
    return register_class(c, type, type->name->text, (TextClass){.type = type});
}

static void print_type_name(void *client, const Type *type, Text *out)
{
    ClassText *c = client;
    if (type_is_predefined(type)) {
        text_add(out, type->name->text);
        return;
    }
    uint32_t number = class_known(c, type);
    print_class_name(c, number ? number : register_type(c, type), out);
}

// The constructor of an external object is called by the name of its class.
static void print_function_name(void *client, const Function *f, Text *out)
{
    ClassText *c = client;
    const char *own = strrchr(f->name->text, '.');
    if (f->type && f->type->kind == TYPE_EXTERNAL && own && !strcmp(own, ".constructor")) {
        map_put_pointer(&c->constructors, f->type, f);
        print_type_name(c, f->type, out);
        return;
    }
    uint32_t number = class_known(c, f);
    if (!number) number = register_class(c, f, f->name->text, (TextClass){.function = f});
    print_class_name(c, number, out);
}

// What we name ourselves begins with a '-' in Base Modelica: no name of a model does.
static void print_own_function(ClassText *c, const char *wanted, const Text *body, Text *out)
{
    if (c->is_base) wanted = arena_printf(c->scratch, "-%s", wanted);
    Name key = name_of(c->s->names, body->data, body->length);
    uint32_t number = class_known(c, key);
    if (!number) number = register_class(c, key, wanted, (TextClass){.body = key->text});
    print_class_name(c, number, out);
}

// ---- Functions of ours ---------------------------------------------------------------------

static void print_dims(const Type *type, Text *out)
{
    for (uint32_t k = 0; k < type_rank(type); k++) {
        text_add(out, k ? ", " : "[");
        if (type_dim(type, k) == DIM_UNKNOWN)
            text_add_char(out, ':');
        else
            text_printf(out, "%d", type_dim(type, k));
    }
    if (type_rank(type)) text_add_char(out, ']');
}

static void print_word(const ClassText *c, Name word, Text *out)
{
    if (c->is_base)
        expr_print_quoted(word->text, "", out);
    else
        text_add(out, word->text);
}

static void declare(ClassText *c, const char *prefix, const Type *type, char name, uint32_t number,
                    Text *out)
{
    ExprNames names = class_text_names(c);
    text_printf(out, "  %s", prefix);
    expr_print_type(&names, type, out);
    text_printf(out, " %s%c%u", c->mark, name, number);
    print_dims(type, out);
    text_add(out, ";\n");
}

static void declare_inputs(ClassText *c, const Expr *const *args, uint32_t n, Text *out)
{
    for (uint32_t i = 0; i < n; i++)
        if (args[i]->kind != EXPR_COLON) declare(c, "input ", args[i]->type, 'x', i + 1, out);
}

static void call_with_inputs(ClassText *c, const Expr *call, Text *out)
{
    print_function_name(c, call->u.function, out);
    text_add_char(out, '(');
    for (uint32_t i = 0; i < call->n_args; i++)
        text_printf(out, "%s%sx%u", i ? ", " : "", c->mark, i + 1);
    text_add_char(out, ')');
}

static void select_elements(ClassText *c, const Expr *e, Text *body)
{
    const Type *integer = type_basic(c->s->exprs, TYPE_INTEGER);
    declare_inputs(c, e->args, 1, body);
    for (uint32_t i = 1; i < e->n_args; i++) {
        const Type *index = e->args[i]->type;
        if (e->args[i]->kind == EXPR_COLON) continue;
        declare(c, "input ", type_rank(index) ? index : integer, 'x', i + 1, body);
    }
    declare(c, "output ", e->type, 'y', 1, body);
    text_printf(body, "algorithm\n  %sy1 := %sx1", c->mark, c->mark);
    for (uint32_t i = 1; i < e->n_args; i++) {
        text_add(body, i > 1 ? ", " : "[");
        if (e->args[i]->kind == EXPR_COLON)
            text_add_char(body, ':');
        else
            text_printf(body, "%sx%u", c->mark, i + 1);
    }
    text_add_char(body, ']');
}

static void select_field(ClassText *c, const Expr *e, Name field, Text *body)
{
    declare_inputs(c, e->args, 1, body);
    declare(c, "output ", e->type, 'y', 1, body);
    text_printf(body, "algorithm\n  %sy1 := %sx1.", c->mark, c->mark);
    print_word(c, field, body);
}

// Inlined, these functions are what they stand for.
static void finish_body(Text *body)
{
    text_add(body, ";\n  annotation(Inline = true);\n");
}

static void print_selector(void *client, const Expr *e, Text *out)
{
    ClassText *c = client;
    Text body = text_make(c->scratch), wanted = text_make(c->scratch);
    const Type *base = type_elem(e->args[0]->type);
    type_print(base, &wanted);
    if (e->kind == EXPR_FIELD) {
        Name field = base->fields[e->u.index].name;
        text_printf(&wanted, ".%s", field->text);
        select_field(c, e, field, &body);
    } else {
        text_add(&wanted, "[]");
        select_elements(c, e, &body);
    }
    finish_body(&body);
    print_own_function(c, text_cstr(&wanted), &body, out);
}

// Base Modelica has no constructors: a record is made by a function of ours, field by field.
static void print_record_maker(void *client, const Type *type, Text *out)
{
    ClassText *c = client;
    Text body = text_make(c->scratch), fields = text_make(c->scratch);
    for (uint32_t i = 0; i < type->n; i++) {
        declare(c, "input ", type->fields[i].type, 'x', i + 1, &body);
        text_printf(&fields, "  %sy1.", c->mark);
        print_word(c, type->fields[i].name, &fields);
        text_printf(&fields, " := %sx%u;\n", c->mark, i + 1);
    }
    declare(c, "output ", type, 'y', 1, &body);
    text_printf(&body, "algorithm\n%s  annotation(Inline = true);\n", text_cstr(&fields));
    print_own_function(c, type->name->text, &body, out);
}

// ---- Records on left sides -----------------------------------------------------------------

typedef struct Spread {
    ClassText *c;
    Text outputs, statements;
    uint32_t n;
} Spread;

// `from`: where the value of `left` is, in the words of the function.
static void spread(Spread *s, const Expr *left, const Text *from)
{
    if (left->kind != EXPR_RECORD && left->kind != EXPR_ARRAY) {
        declare(s->c, "output ", left->type, 'y', ++s->n, &s->outputs);
        text_printf(&s->statements, "  %sy%u := %s;\n", s->c->mark, s->n, text_cstr(from));
        return;
    }
    for (uint32_t i = 0; i < left->n_args; i++) {
        Text part = text_make(s->c->scratch);
        bool is_nested = from->data[from->length - 1] == ']';
        if (left->kind == EXPR_RECORD) {
            text_printf(&part, "%s.", text_cstr(from));
            print_word(s->c, left->type->fields[i].name, &part);
        } else if (is_nested) { // the subscripts of nested arrays are those of one array
            text_printf(&part, "%.*s, %u]", (int)from->length - 1, from->data, i + 1);
        } else {
            text_printf(&part, "%s[%u]", text_cstr(from), i + 1);
        }
        spread(s, left->args[i], &part);
    }
}

static void spread_results(Spread *s, const Expr *left, const Expr *call, Text *protecteds,
                           Text *first)
{
    text_add(first, "  (");
    for (uint32_t i = 0; i < left->n_args; i++) {
        if (i) text_add(first, ", ");
        if (!left->args[i]) continue;
        Text from = text_make(s->c->scratch);
        text_printf(&from, "%sr%u", s->c->mark, i + 1);
        text_add(first, text_cstr(&from));
        declare(s->c, "", call->type->fields[i].type, 'r', i + 1, protecteds);
        spread(s, left->args[i], &from);
    }
    text_add(first, ") := ");
    call_with_inputs(s->c, call, first);
    text_add(first, ";\n");
}

static void print_spreader(void *client, const Expr *left, const Expr *right, Text *out)
{
    ClassText *c = client;
    Text body = text_make(c->scratch), wanted = text_make(c->scratch);
    Text protecteds = text_make(c->scratch), first = text_make(c->scratch);
    Spread s = {c, text_make(c->scratch), text_make(c->scratch), 0};
    if (left->kind == EXPR_TUPLE) {
        declare_inputs(c, right->args, right->n_args, &body);
        spread_results(&s, left, right, &protecteds, &first);
        text_add(&wanted, right->u.function->name->text);
    } else {
        Text from = text_make(c->scratch);
        text_printf(&from, "%sx1", c->mark);
        declare_inputs(c, &right, 1, &body);
        spread(&s, left, &from);
        type_print(type_elem(right->type), &wanted);
    }
    text_add(&body, text_cstr(&s.outputs));
    if (protecteds.length)
        text_printf(&body, "%s%s", c->is_base ? "" : "protected\n", text_cstr(&protecteds));
    text_printf(&body, "algorithm\n%s%s  annotation(Inline = true);\n", text_cstr(&first),
                text_cstr(&s.statements));
    text_add(&wanted, ":fields");
    print_own_function(c, text_cstr(&wanted), &body, out);
}

static void print_variable(void *client, VarId var, Text *out)
{
    const ClassText *c = client;
    text_add(out, c->variables[var.i]);
}

static const char *file_of(void *client, const char *uri)
{
    const ClassText *c = client;
    return c->files(c->s, uri, c->scratch);
}

ExprNames class_text_names(ClassText *c)
{
    return (ExprNames){.client = c,
                       .variable = print_variable,
                       .type = print_type_name,
                       .function = print_function_name,
                       .selector = print_selector,
                       .spreader = print_spreader,
                       .file = c->files ? file_of : NULL,
                       .is_taken = is_word_taken,
                       .constructor = c->is_base ? print_record_maker : NULL,
                       .is_base = c->is_base};
}

// ---- Definitions ---------------------------------------------------------------------------

static void print_enumeration(const ClassText *c, const Type *type, const char *name, Text *out)
{
    text_printf(out, "type %s = enumeration(", name);
    for (uint32_t i = 0; i < type->n; i++) {
        if (i) text_add(out, ", ");
        print_word(c, type->literals[i], out);
    }
    text_add(out, ");\n");
}

static void print_record(ClassText *c, const Type *type, const char *name, Text *out)
{
    ExprNames names = class_text_names(c);
    text_printf(out, "record %s\n", name);
    for (uint32_t i = 0; i < type->n; i++) {
        text_add(out, "  ");
        expr_print_type(&names, type->fields[i].type, out);
        text_add_char(out, ' ');
        print_word(c, type->fields[i].name, out);
        print_dims(type->fields[i].type, out);
        text_add(out, ";\n");
    }
    text_printf(out, "end %s;\n", name);
}

static void print_object(ClassText *c, const Type *type, const char *name, Text *out)
{
    ExprNames names = class_text_names(c);
    text_printf(out, "class %s\n  extends ExternalObject;\n", name);
    const Function *constructor = map_get_pointer(&c->constructors, type);
    if (constructor) function_print_as(constructor, "constructor", &names, out);
    if (constructor && constructor->destructor)
        function_print_as(constructor->destructor, "destructor", &names, out);
    text_printf(out, "end %s;\n", name);
}

static void print_class(ClassText *c, const TextClass *cls, Text *out)
{
    ExprNames names = class_text_names(c);
    if (cls->function)
        function_print_as(cls->function, cls->name, &names, out);
    else if (cls->body)
        text_printf(out, "function %s\n%send %s;\n", cls->name, cls->body, cls->name);
    else if (cls->type->kind == TYPE_ENUMERATION)
        print_enumeration(c, cls->type, cls->name, out);
    else if (cls->type->kind == TYPE_RECORD)
        print_record(c, cls->type, cls->name, out);
    else
        print_object(c, cls->type, cls->name, out);
}

static bool is_object(const TextClass *cls)
{
    return cls->type && cls->type->kind == TYPE_EXTERNAL;
}

// Objects last: a function printed before them may be the only one that constructs them.
void class_text_print(ClassText *c, Text *out)
{
    uint32_t done = 0, done_objects = 0;
    while (done < c->classes.count || done_objects < c->classes.count) {
        bool objects = done == c->classes.count;
        TextClass cls = c->classes.data[objects ? done_objects++ : done++];
        if (is_object(&cls) == objects) print_class(c, &cls, out);
    }
}
