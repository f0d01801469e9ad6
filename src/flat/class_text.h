// class_text.h -- the classes that a flat text needs to stand alone: named, then written.
#ifndef FLAT_CLASS_TEXT_H
#define FLAT_CLASS_TEXT_H
#include "base/vec.h"
#include "flat/flat_model.h"

typedef struct TextClass {
    const char *name;         // as it is written: quoted where it needs to be
    const Type *type;         // a type,
    const Function *function; // a function,
    const char *body;         // or the text of a function of ours, behind its name
} TextClass;

// Flat texts have no packages: every class is at the top, under its full name as one quoted
// identifier. Classes are registered when something names them, so what nobody uses is not there.
typedef struct ClassText {
    Session *s;
    const FlatModel *flat;
    FlatFiles files;
    Arena *scratch;
    bool is_base;           // Base Modelica (flat_model.h)
    const char *mark;       // before the names of variables in functions of ours
    const char *model;      // the name of the model, as it is written
    const char **variables; // their names as they are written
    Map class_of;     // address of a type, function or body (a Name) -> number in classes, from 1
    Map n_of_name;    // Name -> how many classes wanted it
    Map taken;        // Names of variables of the model and of functions
    Map constructors; // external object type -> its constructor
    VEC(TextClass) classes; // by first use
} ClassText;

ClassText class_text_open(Session *s, const FlatModel *flat, FlatFiles files, bool is_base,
                          Arena *scratch);
ExprNames class_text_names(ClassText *c); // for expr_print; registers what is named
// The definitions of all classes that were named so far, and of those that they name.
void class_text_print(ClassText *c, Text *out);

// Quoted where it is none by itself; always in Base Modelica.
void print_identifier(const char *name, bool is_base, Text *out);
#endif
