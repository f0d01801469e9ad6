// parser.h -- text to Ast.
#ifndef SYNTAX_PARSER_H
#define SYNTAX_PARSER_H
#include "base/session.h"
#include "syntax/ast.h"

// Never NULL; errors are reported to the session and `has_errors` is set.
AstFile *parse_file(Session *s, const SourceFile *source);
// The same, but classes inside the outermost one are passed over until class_read (library.h).
AstFile *parse_file_later(Session *s, const SourceFile *source);
// An expression alone, for options such as --set; NULL after an error was reported.
const AstExpr *parse_expression_text(Session *s, const SourceFile *source);
// A class modification, ( ... ), alone; NULL after an error was reported.
const AstModList *parse_modification_text(Session *s, const SourceFile *source);
// A sequence of calls, each closed by ';': the form of conversion scripts. What is no call is
// passed over without a report.
AstExprList parse_calls_text(Session *s, const SourceFile *source);
// Base Modelica: whether the first line says so, and the tree in words of Modelica (in place,
// once).
bool is_base_modelica(const SourceFile *source);
void base_modelica_lower(Session *s, AstFile *file);
#endif
