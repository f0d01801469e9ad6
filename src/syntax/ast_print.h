// ast_print.h -- the tree as text: canonical source for people, a dump for tests.
#ifndef SYNTAX_AST_PRINT_H
#define SYNTAX_AST_PRINT_H
#include "base/session.h"
#include "syntax/ast.h"

// The file in canonical layout: the same tokens in the same order, every comment in its place,
// line ends "\n". Formatting the result again changes nothing. The file must have no errors.
void ast_format(const AstFile *file, Text *out);

// Every node and field except spans and comments; equal dumps mean equal trees.
void ast_dump(const AstFile *file, Text *out);
void ast_dump_expression(const AstExpr *e, Text *out);
bool ast_equal(const AstFile *a, const AstFile *b);
#endif
