// restrictions.c -- what a class of each kind may contain and inherit (4.6, 7.1.3, 12.2).
//
// Checked once per class text, when its layout is computed; the classes written inside the
// model at hand are checked too, used or not.
#include "instance/checks.h"

static const char *kind_text(const AstClass *def)
{
    return ast_kind_word(def->kind);
}

static void report(Front *f, Span span, DiagCode code, const AstClass *def, const char *what)
{
    diag_error(f->diag, span, code, "the %s '%s' cannot contain %s", kind_text(def),
               def->name->text, what);
}

// ---- Base classes ------------------------------------------------------------------------

static uint32_t bit(AstClassKind kind)
{
    return 1u << kind;
}

// The table of 7.1.3: which kinds a class of this kind can inherit from, besides its own and class.
static uint32_t base_kinds(AstClassKind kind)
{
    switch (kind) {
    case AST_OPERATOR_FUNCTION: return bit(AST_FUNCTION);
    case AST_CONNECTOR: return bit(AST_TYPE) | bit(AST_RECORD) | bit(AST_OPERATOR_RECORD);
    case AST_BLOCK: return bit(AST_RECORD);
    case AST_MODEL: return bit(AST_RECORD) | bit(AST_BLOCK);
    default: return 0;
    }
}

static AstClassKind kind_as_base(const Node *base)
{
    return base->is_connector ? AST_CONNECTOR : base->kind;
}

// Its operators would be those of another type (4.7).
static bool holds_operator_record(const AstClass *def)
{
    for (uint32_t i = 0; def && i < def->n_elements; i++)
        if (def->elements[i]->kind == AST_ELEMENT_CLASS &&
            def->elements[i]->u.class_def->kind == AST_OPERATOR_RECORD &&
            def->elements[i]->u.class_def->form == AST_CLASS_LONG)
            return true;
    return false;
}

// A short class is a class of its own kind that inherits from one class (4.6).
static void check_opposite_prefixes(Front *f, const AstClass *def, const Node *target)
{
    const AstPrefixes *p = &def->base_prefixes, *q = &target->short_prefixes;
    if (!(p->is_input && q->is_output) && !(p->is_output && q->is_input)) return;
    if (!is_first_report(f, def->base->span, E_PREFIX)) return;
    diag_error(f->diag, def->base->span, E_PREFIX, "'%s' cannot be '%s': '%s' is '%s'",
               def->name->text, p->is_input ? "input" : "output", target->full_name->text,
               q->is_input ? "input" : "output");
}

// Editors write the word 'equation' where there is none.
static bool has_section(const AstClass *def)
{
    for (uint32_t i = 0; i < def->n_sections; i++)
        if (def->sections[i].n_items) return true;
    return false;
}

static bool is_package_by_content(Front *f, Node *class)
{
    if (class->kind != AST_MODEL && class->kind != AST_BLOCK) return false;
    const ClassLayout *layout = node_layout(f, class);
    if (layout->is_failed) return false;
    for (uint32_t i = 0; i < layout->n_parts; i++)
        if (has_section(layout->parts[i].def)) return false;
    for (uint32_t i = 0; i < layout->n_slots; i++)
        if (layout->slots[i].kind == SLOT_COMPONENT &&
            !layout->slots[i].element->prefixes.is_constant)
            return false;
    return layout->n_slots > 0;
}

void check_short_class(Front *f, const AstClass *def, Node *target)
{
    check_opposite_prefixes(f, def, target);
    AstClassKind kind = kind_as_base(target);
    if (def->kind == AST_CLASS || def->kind == kind || kind == AST_CLASS) return;
    if (base_kinds(def->kind) & bit(kind)) return;
    if (!is_first_report(f, def->base->span, E_BASE_KIND)) return;
    // An operator record is a record: the word 'operator' was forgotten. A model that has nothing
    // but what packages have, and inherits it from one, was meant to be a package.
    bool is_package = def->kind == AST_PACKAGE && is_package_by_content(f, target);
    // A type that is a record has the elements of the record, as any short class of it.
    bool is_record = kind == AST_RECORD || kind == AST_OPERATOR_RECORD;
    bool is_named_type = def->kind == AST_TYPE && is_record;
    bool is_harmless =
        is_package || is_named_type || (def->kind == AST_RECORD && kind == AST_OPERATOR_RECORD);
    Diagnostic *d = (is_harmless ? diag_breach : diag_error)(
        f->diag, def->base->span, E_BASE_KIND, "the %s '%s' cannot be defined by the %s '%s'",
        kind_text(def), def->name->text, ast_kind_word(kind), target->full_name->text);
    if (is_package)
        diag_label(f->diag, d, "it has nothing but what packages have: declare it as 'package'");
    else if (is_harmless)
        diag_label(f->diag, d, "write '%s %s'", ast_kind_word(kind), def->name->text);
    if (target->def)
        diag_note(f->diag, d, target->def->name_span, "'%s' is declared here",
                  target->def->name->text);
}

// An icon: whoever inherits it has what he had before.
static bool brings_nothing(const Node *base)
{
    const ClassLayout *layout = base->layout;
    if (!layout || layout->n_slots || layout->simple != TYPE_ERROR || layout->is_failed)
        return false;
    for (uint32_t i = 0; i < layout->n_parts; i++)
        if (has_section(layout->parts[i].def) || layout->parts[i].def->external) return false;
    return !base->is_connector && base->n_dims == 0;
}

static bool declares_as_package(const AstClass *def)
{
    if ((def->kind != AST_MODEL && def->kind != AST_BLOCK) || has_section(def)) return false;
    for (uint32_t i = 0; i < def->n_elements; i++)
        if (def->elements[i]->kind == AST_ELEMENT_COMPONENT &&
            !def->elements[i]->prefixes.is_constant)
            return false;
    return true;
}

bool check_base_class(Front *f, const AstClass *def, const Node *base, Span span)
{
    AstClassKind kind = kind_as_base(base);
    if (base->def && base->layout && base->layout->is_external_object) {
        diag_error(f->diag, span, E_BASE_KIND, "'%s' cannot inherit from the external object '%s'",
                   def->name->text, base->full_name->text);
        return false;
    }
    if (kind == AST_PACKAGE && holds_operator_record(base->def)) {
        diag_error(f->diag, span, E_BASE_KIND,
                   "'%s' cannot inherit from the package '%s', which holds an operator record",
                   def->name->text, base->full_name->text);
        return false;
    }
    bool is_allowed = kind == def->kind || kind == AST_CLASS || (base_kinds(def->kind) & bit(kind));
    if (def->kind == AST_CLASS) is_allowed = true; // deprecated, and common
    if (def->kind == AST_OPERATOR_RECORD && kind == AST_OPERATOR_RECORD) is_allowed = false;
    bool mixes_expandable = kind == AST_CONNECTOR && def->kind == AST_CONNECTOR &&
                            base->is_expandable != def->is_expandable;
    if (is_allowed && !mixes_expandable) return true;
    // What a block may have is looked at where it is declared.
    bool is_empty = brings_nothing(base), is_block = def->kind == AST_BLOCK && kind == AST_MODEL;
    bool is_package = kind == AST_PACKAGE && declares_as_package(def);
    bool is_harmless = is_empty || is_block || is_package;
    Diagnostic *d = (is_harmless ? diag_breach : diag_error)(
        f->diag, span, E_BASE_KIND, "the %s%s '%s' cannot inherit from the %s%s '%s'",
        def->is_expandable ? "expandable " : "", kind_text(def), def->name->text,
        base->is_expandable ? "expandable " : "", ast_kind_word(kind), base->full_name->text);
    if (is_empty) diag_label(f->diag, d, "it is empty, so nothing is inherited");
    if (is_package)
        diag_label(f->diag, d, "'%s' has nothing but what packages have: declare it as 'package'",
                   def->name->text);
    if (base->def)
        diag_note(f->diag, d, base->def->name_span, "'%s' is declared here", base->def->name->text);
    return is_harmless && !diag_is_strict(f->diag);
}

// ---- Names -------------------------------------------------------------------------------

static bool is_reserved(Name name)
{
    static const char *const reserved[] = {"Real", "Integer", "Boolean", "String"};
    for (int i = 0; i < 4; i++)
        if (strcmp(reserved[i], name->text) == 0) return true;
    return false;
}

static void check_name(Front *f, Name name, Span span)
{
    if (!name || !is_reserved(name) || !is_first_at(f, span.begin)) return;
    diag_error(f->diag, span, E_RESERVED, "'%s' is a predefined type and cannot be declared again",
               name->text);
}

static void check_literals(Front *f, const AstClass *def)
{
    static const char *const attributes[] = {"quantity", "min", "max", "start", "fixed"};
    for (uint32_t i = 0; i < def->n_literals; i++) {
        const AstLiteral *literal = &def->literals[i];
        for (int k = 0; k < 5; k++)
            if (strcmp(literal->name->text, attributes[k]) == 0)
                diag_breach( // attributes are set in parentheses, literals stand behind a dot
                    f->diag, literal->span, E_RESERVED,
                    "'%s' is an attribute of enumerations and cannot be one of their literals",
                    literal->name->text);
        for (uint32_t k = 0; k < i; k++)
            if (def->literals[k].name == literal->name) {
                Diagnostic *d = diag_error(f->diag, literal->span, E_DECLARED_TWICE,
                                           "the literal '%s' appears twice in '%s'",
                                           literal->name->text, def->name->text);
                diag_note(f->diag, d, def->literals[k].span, "the first one is here");
            }
    }
}

// A constant or parameter can only be meant as a local one; a variable may be a forgotten input.
void check_formal(Front *f, const Slot *slot)
{
    const AstPrefixes *p = &slot->prefixes;
    if (p->is_input || p->is_output || slot->is_protected) return;
    if (!is_first_report(f, slot->span, E_ELEMENT_KIND)) return;
    bool is_clear = p->is_constant || p->is_parameter;
    Diagnostic *(*tell)(Diag *, Span, DiagCode, const char *, ...) =
        is_clear ? diag_breach : diag_error;
    Diagnostic *d =
        tell(f->diag, slot->span, E_ELEMENT_KIND,
             "'%s' is a public component of the function '%s', but neither input nor output",
             slot->name->text, slot->holder->full_name->text);
    if (is_clear) diag_label(f->diag, d, "declare it in a protected section");
}

// ---- Content -----------------------------------------------------------------------------

// The keyword alone, as editors leave it in front of an annotation.
static void report_empty_section(Front *f, const AstSection *s, const AstClass *def)
{
    Diagnostic *d =
        diag_breach(f->diag, s->span, E_ELEMENT_KIND, "the %s '%s' cannot have an %s section (4.7)",
                    kind_text(def), def->name->text, s->is_algorithm ? "algorithm" : "equation");
    diag_label(f->diag, d, "it is empty: leave it out");
}

static void check_sections(Front *f, const AstClass *def)
{
    bool is_passive = def->kind == AST_RECORD || def->kind == AST_OPERATOR_RECORD ||
                      def->kind == AST_CONNECTOR || def->kind == AST_PACKAGE ||
                      def->kind == AST_OPERATOR || def->kind == AST_TYPE;
    bool is_function = def->kind == AST_FUNCTION || def->kind == AST_OPERATOR_FUNCTION;
    uint32_t n_algorithms = def->external ? 1 : 0;
    if (def->external && !is_function)
        report(f, def->external->span, E_ELEMENT_KIND, def,
               "an external declaration: it belongs into a function");
    for (uint32_t i = 0; i < def->n_sections; i++) {
        const AstSection *s = &def->sections[i];
        const char *word = s->is_algorithm ? "an algorithm" : "equations";
        bool is_wrong = is_passive || (is_function && !s->is_algorithm);
        if (is_wrong && !s->n_items)
            report_empty_section(f, s, def);
        else if (is_wrong)
            report(f, s->span, E_ELEMENT_KIND, def, word);
        if (!is_function || !s->is_algorithm) continue;
        if (s->is_initial) report(f, s->span, E_ELEMENT_KIND, def, "an initial algorithm");
        if (++n_algorithms == 2)
            report(f, s->span, E_ELEMENT_KIND, def,
                   "more than one algorithm or external declaration");
    }
}

// Of a record that others inherit from, models too: what is outer is no value of it.
static void report_partial_record(Front *f, const AstElement *e, const AstClass *def)
{
    diag_breach(f->diag, e->name_span, E_PREFIX,
                "the partial record '%s' should not contain protected outer elements (4.6)",
                def->name->text);
}

static void check_component_element(Front *f, const AstClass *def, const AstElement *e)
{
    const AstPrefixes *p = &e->prefixes;
    bool is_function = def->kind == AST_FUNCTION || def->kind == AST_OPERATOR_FUNCTION;
    bool is_record = def->kind == AST_RECORD || def->kind == AST_OPERATOR_RECORD;
    if (is_record && def->is_partial && p->is_protected && p->is_outer) {
        report_partial_record(f, e, def);
        return;
    }
    if ((is_record || def->kind == AST_CONNECTOR) && p->is_protected)
        report(f, e->name_span, E_ELEMENT_KIND, def, "protected elements");
    if ((is_record || def->kind == AST_CONNECTOR || is_function) && (p->is_inner || p->is_outer))
        report(f, e->name_span, E_PREFIX, def, "inner or outer elements");
    if (is_record && (p->is_input || p->is_output || p->is_flow || p->is_stream))
        report(f, e->name_span, E_PREFIX, def,
               "elements with the prefixes input, output, flow or stream");
    if (def->kind == AST_PACKAGE && !p->is_constant)
        report(f, e->name_span, E_ELEMENT_KIND, def, "components that are not constant");
    if (def->kind == AST_OPERATOR || def->kind == AST_TYPE)
        report(f, e->name_span, E_ELEMENT_KIND, def, "components");
}

static void check_class_element(Front *f, const AstClass *def, const AstElement *e)
{
    AstClassKind kind = e->u.class_def->kind;
    bool is_operator = kind == AST_OPERATOR || kind == AST_OPERATOR_FUNCTION;
    if (is_operator && def->kind != AST_OPERATOR_RECORD)
        report(f, e->name_span, E_ELEMENT_KIND, def,
               "operators: they belong into an operator record");
    if (def->kind == AST_OPERATOR && kind != AST_FUNCTION)
        report(f, e->name_span, E_ELEMENT_KIND, def, "anything but functions");
    if (!is_operator || e->u.class_def->is_encapsulated || def->kind != AST_OPERATOR_RECORD) return;
    Diagnostic *d = diag_breach(f->diag, e->name_span, E_NOT_ENCAPSULATED,
                                "the operator %s must be encapsulated", e->name->text);
    diag_label(f->diag, d, "write 'encapsulated' in front of 'operator'");
}

// ---- External objects (12.9.7) -------------------------------------------------------------

static uint32_t count_formals(const AstClass *function, bool outputs)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < function->n_elements; i++) {
        const AstPrefixes *p = &function->elements[i]->prefixes;
        if (function->elements[i]->kind == AST_ELEMENT_COMPONENT)
            n += outputs ? p->is_output : p->is_input;
    }
    return n;
}

static void check_object_function(Front *f, const AstElement *e)
{
    const AstClass *function = e->u.class_def;
    class_read(f->s, function);
    bool is_constructor = strcmp(e->name->text, "constructor") == 0;
    if (e->prefixes.is_replaceable)
        diag_error(f->diag, e->name_span, E_PREFIX,
                   "the %s of an external object cannot be replaceable", e->name->text);
    if (function->form != AST_CLASS_LONG) return;
    if (is_constructor && count_formals(function, true) != 1)
        diag_error(f->diag, e->name_span, E_ELEMENT_KIND,
                   "the constructor of an external object has exactly one output, the object");
    if (!is_constructor &&
        (count_formals(function, true) != 0 || count_formals(function, false) != 1))
        diag_error(f->diag, e->name_span, E_ELEMENT_KIND,
                   "the destructor of an external object has exactly one input, the object, and "
                   "no output");
}

void check_external_object(Front *f, const AstClass *def)
{
    static const char *const names[2] = {"constructor", "destructor"};
    bool is_there[2] = {false, false};
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->kind == AST_ELEMENT_EXTENDS || e->kind == AST_ELEMENT_IMPORT || !e->name) continue;
        bool is_function = e->kind == AST_ELEMENT_CLASS && e->u.class_def->kind == AST_FUNCTION;
        int k = 0;
        while (k < 2 && strcmp(e->name->text, names[k]) != 0) k++;
        if (k < 2 && is_function) {
            is_there[k] = true;
            check_object_function(f, e);
        } else {
            report(f, e->name_span, E_ELEMENT_KIND, def,
                   "anything but the functions 'constructor' and 'destructor': it is an external "
                   "object");
        }
    }
    for (int k = 0; k < 2; k++)
        if (!is_there[k])
            diag_error(f->diag, def->name_span, E_NO_MEMBER,
                       "the external object '%s' has no function '%s'", def->name->text, names[k]);
}

static void check_imports(Front *f, const AstClass *def)
{
    Map seen = {0};
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->kind != AST_ELEMENT_IMPORT || e->u.import.kind == AST_IMPORT_ALL ||
            e->u.import.kind == AST_IMPORT_LIST)
            continue;
        const AstExpr *path = e->u.import.path;
        Name name = e->u.import.kind == AST_IMPORT_RENAMED
                        ? e->name
                        : path->u.ref.parts[path->u.ref.n_parts - 1].name;
        if (!name) continue;
        if (!seen.arena) seen = map_make(f->work);
        const AstElement *twin = map_get_pointer(&seen, name);
        map_put_pointer(&seen, name, e);
        if (!twin) continue;
        Diagnostic *d = diag_error(f->diag, e->span, E_DECLARED_TWICE,
                                   "two imports bring the name '%s'", name->text);
        diag_note(f->diag, d, twin->span, "the other one is here");
    }
}

void check_class_text(Front *f, const AstClass *def)
{
    if (map_get_pointer(&f->classes->checked, def)) return;
    map_put_pointer(&f->classes->checked, def, def);
    check_name(f, def->name, def->name_span);
    check_literals(f, def);
    check_sections(f, def);
    check_imports(f, def);
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->kind == AST_ELEMENT_COMPONENT) {
            check_name(f, e->name, e->name_span);
            check_component_element(f, def, e);
        } else if (e->kind == AST_ELEMENT_CLASS) {
            check_name(f, e->name, e->name_span);
            check_class_element(f, def, e);
        }
    }
}

void check_nested_texts(Front *f, const AstClass *def)
{
    class_read(f->s, def);
    check_class_text(f, def);
    for (uint32_t i = 0; i < def->n_elements; i++)
        if (def->elements[i]->kind == AST_ELEMENT_CLASS)
            check_nested_texts(f, def->elements[i]->u.class_def);
}
