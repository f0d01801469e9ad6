// types.c -- value types of classes, and conversion of expressions to a declared type.
//
// Record types are compared by their fields (specification 6.4, 6.6), operator records by the
// class that defines their operators (14.2): an alias with other units is the same type.
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

static bool dims_agree(const Type *a, const Type *b)
{
    uint32_t rank = type_rank(a);
    if (rank != type_rank(b)) return false;
    for (uint32_t k = 0; k < rank; k++) {
        int32_t m = type_dim(a, k), n = type_dim(b, k);
        if (m != n && m != DIM_UNKNOWN && n != DIM_UNKNOWN) return false;
    }
    return true;
}

static bool fields_convert(Front *f, const Type *from, const Type *to)
{
    if (from->n != to->n) return false;
    for (uint32_t i = 0; i < to->n; i++) {
        int32_t k = type_field_index(from, to->fields[i].name);
        if (k < 0 || !type_converts(f, from->fields[k].type, to->fields[i].type)) return false;
    }
    return true;
}

static bool elements_convert(Front *f, const Type *from, const Type *to)
{
    if (from == to || from->kind == TYPE_ERROR || to->kind == TYPE_ERROR) return true;
    if (from->kind == TYPE_INTEGER && to->kind == TYPE_REAL) return true;
    if (from->kind != to->kind) return false;
    switch (from->kind) {
    case TYPE_ENUMERATION: return type_same_literals(from, to);
    case TYPE_RECORD: return fields_convert(f, from, to);
    case TYPE_EXTERNAL: return from->name == to->name;
    default: return true;
    }
}

bool type_converts(Front *f, const Type *from, const Type *to)
{
    if (from == to || from->kind == TYPE_ERROR || to->kind == TYPE_ERROR) return true;
    return dims_agree(from, to) && elements_convert(f, type_elem(from), type_elem(to));
}

bool types_agree(Front *f, const Type *a, const Type *b)
{
    return type_converts(f, a, b) || type_converts(f, b, a);
}

// Records with the same fields, whatever the sizes of those: {a, b} may hold both (6.4).
bool types_alike(const Type *a, const Type *b)
{
    if (!dims_agree(a, b)) return false;
    a = type_elem(a), b = type_elem(b);
    if (a->kind != TYPE_RECORD || b->kind != TYPE_RECORD || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const Type *x = a->fields[i].type, *y = b->fields[i].type;
        bool are_records = type_elem(x)->kind == TYPE_RECORD;
        bool is_alike = type_rank(x) == type_rank(y) && type_elem(x)->kind == type_elem(y)->kind;
        if (a->fields[i].name != b->fields[i].name || !is_alike) return false;
        if (are_records && !types_alike(type_elem(x), type_elem(y))) return false;
    }
    return true;
}

// Same names in the same order, and no field that needs a cast: the value can stay as it is.
static bool fields_coincide(const Type *from, const Type *to)
{
    if (from == to) return true;
    if (from->kind != to->kind) return false;
    if (from->kind == TYPE_ARRAY)
        return dims_agree(from, to) && fields_coincide(from->elem, to->elem);
    if (from->kind != TYPE_RECORD) return true;
    for (uint32_t i = 0; i < to->n; i++)
        if (from->fields[i].name != to->fields[i].name ||
            !fields_coincide(from->fields[i].type, to->fields[i].type))
            return false;
    return true;
}

static const Expr *convert_record(Front *f, const Expr *e, const Type *type)
{
    const Expr **fields = ARENA_ARRAY(f->work, const Expr *, type->n);
    for (uint32_t i = 0; i < type->n; i++) {
        int32_t k = type_field_index(e->type, type->fields[i].name);
        fields[i] = convert_to(f, expr_field(f->exprs, e, (uint32_t)k), type->fields[i].type);
    }
    return expr_record(f->exprs, type, fields, type->n);
}

static const Expr *convert_records(Front *f, const Expr *e, const Type *type);

// {record in the wanted order for each}; the iterators of inner dimensions have other names.
static const Expr *convert_each(Front *f, const Expr *e, const Type *item_type)
{
    ExprTable *t = f->exprs;
    const char *name = arena_printf(f->work, "record%u", type_rank(e->type));
    const Expr *i = expr_iterator(t, name_of_text(f->s->names, name), type_basic(t, TYPE_INTEGER));
    const Expr *one = expr_integer(t, 1), *last = expr_op2(t, OP_SIZE, e, one);
    const Expr *pair[2] = {i, expr_range(t, one, NULL, last)};
    const Expr *item = convert_records(f, expr_subscript(t, e, &i, 1), item_type);
    return expr_comprehension(t, item, pair, 1);
}

static const Expr *convert_records(Front *f, const Expr *e, const Type *type)
{
    if (fields_coincide(type_elem(e->type), type_elem(type))) return e;
    if (type_rank(e->type) == 0) return convert_record(f, e, type);
    int32_t n = type_dim(e->type, 0);
    const Type *item_type = type_strip(f->exprs, type, 1);
    if (n == DIM_UNKNOWN) return convert_each(f, e, item_type);
    const Expr **items = ARENA_ARRAY(f->work, const Expr *, n);
    for (int32_t i = 0; i < n; i++) {
        const Expr *index = expr_integer(f->exprs, i + 1);
        items[i] = convert_records(f, expr_subscript(f->exprs, e, &index, 1), item_type);
    }
    return expr_array(f->exprs, items, (uint32_t)n, item_type);
}

const Expr *convert_to(Front *f, const Expr *e, const Type *type)
{
    if (!type || e->type == type || expr_is_error(e) || type->kind == TYPE_ERROR) return e;
    if (!type_converts(f, e->type, type)) return NULL;
    const Type *from = type_elem(e->type), *to = type_elem(type);
    if (from->kind == TYPE_INTEGER && to->kind == TYPE_REAL) return expr_cast_real(f->exprs, e);
    if (from->kind == TYPE_RECORD) return convert_records(f, e, type);
    return e;
}

const Expr *narrow_to(Front *f, const Expr *e, const Type *type)
{
    const Type *from = e->type;
    if (from->kind != TYPE_RECORD || type->kind != TYPE_RECORD || from->n <= type->n) return NULL;
    if (type_is_operator_record(f, from) || type_is_operator_record(f, type)) return NULL;
    for (uint32_t i = 0; i < type->n; i++) {
        int32_t k = type_field_index(from, type->fields[i].name);
        if (k < 0 || !type_converts(f, from->fields[k].type, type->fields[i].type)) return NULL;
    }
    return convert_record(f, e, type);
}

const char *type_text(Front *f, const Type *type)
{
    Text text = text_make(f->work);
    type_print(type, &text);
    return text_cstr(&text);
}

const char *source_text(Front *f, Span span)
{
    enum { LONGEST = 60 };
    const SourceFile *file = source_of(f->s->sources, span.begin);
    if (!file || span.end <= span.begin) return "";
    const char *from = file->text + (span.begin - file->first);
    size_t length = span.end - span.begin;
    size_t line = strcspn(from, "\r\n");
    bool is_cut = length > LONGEST || line < length;
    if (line < length) length = line;
    if (length > LONGEST) length = LONGEST;
    return arena_printf(f->work, "%.*s%s", (int)length, from, is_cut ? " ..." : "");
}

// ---- Types of classes ----------------------------------------------------------------------

// The class behind modified copies and components: its name is the identity of the type, its
// node holds the operators.
static const Node *class_identity(const Node *node)
{
    while (node->made_from) node = node->made_from;
    return node;
}

static const Type *enumeration_type(Front *f, const Node *node)
{
    const AstClass *def = node->def;
    Name *literals = ARENA_ARRAY(f->work, Name, def->n_literals + 1);
    for (uint32_t i = 0; i < def->n_literals; i++) {
        literals[i] = def->literals[i].name;
        if (!def->file->is_base) continue;
        Text decoded = text_make(f->work);
        name_print_decoded(literals[i], &decoded);
        literals[i] = name_of_text(f->s->names, text_cstr(&decoded));
    }
    return type_enumeration(f->exprs, class_identity(node)->full_name, literals, def->n_literals);
}

static const Type *record_type(Front *f, Node *node)
{
    Slot **slots;
    uint32_t n = node_components(f, node, &slots), count = 0;
    Field *fields = ARENA_ARRAY(f->work, Field, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (slots[i]->is_removed || !slot_exists(f, slots[i])) continue;
        const Type *type = slot_type(f, slots[i]);
        if (!type || type->kind == TYPE_ERROR) return type_basic(f->exprs, TYPE_ERROR);
        fields[count++] = (Field){slots[i]->name, type};
        if (type_elem(type)->kind == TYPE_REAL)
            type_note_unit(f->exprs, class_identity(node)->def, slots[i]->name,
                           slot_unit(f, slots[i]));
    }
    const Node *identity = class_identity(node);
    map_put_pointer(&lowering_of(f)->node_of_class, identity->def, identity);
    return type_record(f->exprs, identity->full_name, identity->def, fields, count);
}

Node *type_node(Front *f, const Type *type)
{
    type = type_elem(type);
    return type->owner ? map_get_pointer(&lowering_of(f)->node_of_class, type->owner) : NULL;
}

// Also a connector that is a record by another name (connector C = output Complex).
bool node_is_record(const Node *node)
{
    if (node->kind == AST_RECORD || node->kind == AST_OPERATOR_RECORD) return true;
    return node->kind == AST_CONNECTOR && node->def &&
           (node->def->kind == AST_RECORD || node->def->kind == AST_OPERATOR_RECORD);
}

static const Type *node_type_of_kind(Front *f, Node *node)
{
    TypeKind simple = node_simple_kind(f, node);
    switch (simple) {
    case TYPE_ERROR: break;
    case TYPE_ENUMERATION: {
        Node *extended = node_layout(f, node)->enumeration;
        return extended ? node_value_type(f, extended) : enumeration_type(f, node);
    }
    case TYPE_EXTERNAL: return type_external(f->exprs, node->full_name, node->def);
    default: return type_basic(f->exprs, simple);
    }
    if (node_is_record(node)) return record_type(f, node);
    switch (node->kind) {
    case AST_FUNCTION:
    case AST_OPERATOR_FUNCTION: return type_function(f->exprs, node->full_name, node);
    default: return type_basic(f->exprs, TYPE_NONE);
    }
}

const Type *node_value_type(Front *f, Node *cls)
{
    if (cls->type_state == QUERY_DONE) return cls->type;
    if (cls->type_state == QUERY_BUSY) {
        diag_error(f->diag, cls->def ? cls->def->name_span : (Span){0, 0}, E_TYPE,
                   "the type '%s' contains itself", cls->full_name->text);
        return type_basic(f->exprs, TYPE_ERROR);
    }
    cls->type_state = QUERY_BUSY;
    // A record that contains itself under another modifier every time is another class every time.
    bool is_deep = !query_enter(f, cls->def ? cls->def->name_span : (Span){0, 0});
    cls->type = is_deep ? type_basic(f->exprs, TYPE_ERROR) : node_type_of_kind(f, cls);
    query_leave(f);
    cls->type_state = QUERY_DONE;
    return cls->type;
}

static const char *only_member(Front *f, const Type *record, const char *path, Name name)
{
    return arena_printf(f->work, "only '%s' has a member '%s%s'", record->name->text, path,
                        name->text);
}

// What two records of different types, perhaps of one class, differ in first. NULL: they are none.
static const char *record_difference(Front *f, const Type *a, const Type *b)
{
    const char *path = "";
    for (uint32_t i = 0; a->kind == TYPE_RECORD && b->kind == TYPE_RECORD && i < a->n;) {
        Name name = a->fields[i].name;
        int32_t k = type_field_index(b, name);
        if (k < 0) return only_member(f, a, path, name);
        const Type *of_a = a->fields[i++].type, *of_b = b->fields[k].type;
        if (types_agree(f, of_a, of_b)) continue;
        const Type *x = type_elem(of_a), *y = type_elem(of_b);
        if (!dims_agree(of_a, of_b) || x->kind != TYPE_RECORD || y->kind != TYPE_RECORD)
            return arena_printf(f->work, "'%s%s' is '%s' in the one and '%s' in the other", path,
                                name->text, type_text(f, of_a), type_text(f, of_b));
        path = arena_printf(f->work, "%s%s.", path, name->text);
        a = x, b = y, i = 0;
    }
    for (uint32_t i = 0; a->kind == TYPE_RECORD && b->kind == TYPE_RECORD && i < b->n; i++)
        if (type_field_index(a, b->fields[i].name) < 0)
            return only_member(f, b, path, b->fields[i].name);
    return NULL;
}

void label_difference(Front *f, Diagnostic *d, const Type *a, const Type *b)
{
    bool differ = dims_agree(a, b) && !types_agree(f, a, b);
    const char *what = differ ? record_difference(f, type_elem(a), type_elem(b)) : NULL;
    if (what) diag_label(f->diag, d, "%s", what);
}

void label_conversion(Front *f, Diagnostic *d, const Type *from, const Type *to)
{
    TypeKind is = type_elem(from)->kind, wanted = type_elem(to)->kind;
    const char *repair = NULL;
    if (type_rank(from) != type_rank(to)) return;
    if (is == TYPE_REAL && wanted == TYPE_INTEGER)
        repair = "integer(..) of a Real is the Integer below it";
    else if (is == TYPE_STRING && type_is_numeric(to))
        repair = "a number is written without quotes";
    else if (is == TYPE_BOOLEAN && type_is_numeric(to))
        repair = "a Boolean becomes a number by 'if .. then 1 else 0'";
    else if (type_is_numeric(from) && wanted == TYPE_BOOLEAN)
        repair = "a Boolean is 'true', 'false' or a comparison";
    else if (type_is_numeric(from) && wanted == TYPE_STRING)
        repair = "a text stands in quotes; String(..) makes one of a number";
    if (repair)
        diag_label(f->diag, d, "%s", repair);
    else
        label_difference(f, d, to, from);
}
