// convert.h -- a model of an older library version in the words of the new one.
#ifndef SYNTAX_CONVERT_H
#define SYNTAX_CONVERT_H
#include "syntax/conversion_rules.h"

// The text of `file` after one step of a conversion: names, modifiers, `uses`. What the rules ask
// a person to look at is reported. Comments and layout stay.
void convert_text(Session *s, const AstFile *file, const ConversionRules *rules, Text *out);
// The version of a library that the classes of a file say they use; NULL: they do not say.
const char *convert_used_version(Session *s, const AstFile *file, const char *library);
// The libraries that a file may need: those it says it uses, and the first names of what it refers
// to. Each is added to `names` once.
typedef VEC(Name) NameVec;
void convert_libraries(const AstFile *file, NameVec *names, Arena *out);
#endif
