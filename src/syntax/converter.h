// converter.h -- inside syntax/: what the parts of a conversion share.
#ifndef SYNTAX_CONVERTER_H
#define SYNTAX_CONVERTER_H
#include "syntax/convert.h"

typedef struct Edit { // of the source: a piece of it is written otherwise
    Span span;
    const char *text;
} Edit;

typedef struct Converter {
    Session *s;
    Arena *scratch;
    const AstFile *file;
    const ConversionRules *rules;
    Map members;     // AstClass -> Map of its elements by name
    Map bases;       // extends-clause or short class -> Meaning of its base
    VEC(Edit) edits; // inner ones before those around them
} Converter;

// What a name means: a class of the file, or one of the library under its old full name.
typedef struct Meaning {
    const AstClass *user;
    Name full;
} Meaning;

static inline bool means_nothing(Meaning m)
{
    return !m.user && !m.full;
}

// ---- convert_names.c -----------------------------------------------------------------------
const AstElement *member_of(Converter *c, const AstClass *cls, Name name);
Meaning meaning_of_type(Converter *c, const AstClass *scope, const AstExpr *ref);
Meaning meaning_of_element(Converter *c, Meaning class, Name name); // of a component: its class
// The new name of an element of a class, inherited ones of user classes included; NULL: it stays.
const char *new_element(Converter *c, Meaning class, Name name);
void convert_reference(Converter *c, const AstClass *scope, const AstExpr *ref);
void convert_type(Converter *c, const AstClass *scope, const AstExpr *ref);
void convert_import(Converter *c, const AstElement *import);

// ---- convert_modifiers.c -------------------------------------------------------------------
// Where a class is used: modifiers of a declaration, extends-clause or short class. `end` is where
// the modifiers would begin if there are none.
typedef struct ClassUse {
    const AstClass *scope;
    Meaning class;
    const AstExpr *type; // as it is written
    const AstModList *mods;
    uint32_t end;
    bool is_array; // of components
} ClassUse;
void convert_use(Converter *c, const ClassUse *use);

// ---- convert.c -----------------------------------------------------------------------------
void add_edit(Converter *c, Span span, const char *text);
const char *edited_text(Converter *c, Span span); // with the edits inside of it
void convert_expression(Converter *c, const AstClass *scope, const AstExpr *e);
void convert_element(Converter *c, const AstClass *scope, const AstElement *e);
#endif
