// library.h -- finding classes on the search path; files are read when first needed.
#ifndef SYNTAX_LIBRARY_H
#define SYNTAX_LIBRARY_H
#include "base/session.h"
#include "syntax/ast.h"

// A package tree made of files. The root has no name; its children are the top-level
// classes of files given on the command line and of the folders on the search path.
Library *library_open(Session *s);                     // also sets s->library
void library_add_folder(Session *s, const char *path); // -L, MODELICAPATH entries
const char *library_searched(Session *s);              // "looked in 'a', 'b'"
// Reads a file given by name; its classes become top-level classes (or, if it says `within`
// and lies in a package folder, the whole surrounding package is opened). NULL after errors.
const AstFile *library_load_file(Session *s, const char *path);
// The same for a text that is called `path`.
const AstFile *library_load_text(Session *s, const char *path, const char *text, size_t length);

// A class as the library holds it. Members that stand in files of their own are found through
// library_member, members in the text of the class through its elements: library_member
// answers for both.
typedef struct LibraryClass {
    const AstClass *ast;               // never NULL
    const struct LibraryClass *parent; // NULL for top-level classes
    const char *folder;                // of a directory package, else NULL
} LibraryClass;

// Classes of files that were found on the search path are read when they are first looked into:
// before that, only what stands in front of their name is known. What the functions below return
// is read. False after errors.
bool class_read(Session *s, const AstClass *c);
bool file_read(Session *s, const AstFile *file); // all classes of a file

// NULL when there is no such class (nothing is reported) or reading it failed (reported).
const LibraryClass *library_top(Session *s, Name name);
const LibraryClass *library_member(Session *s, const LibraryClass *package, Name name);
// A class by its full name, A.B.'c.d'; NULL as above.
const LibraryClass *library_find(Session *s, const char *full_name);
// The library class an Ast class is; NULL for classes that are not library members.
const LibraryClass *library_of_ast(Session *s, const AstClass *ast);
// Names of members in package order, those in files of their own included.
Name *library_member_names(Session *s, const LibraryClass *package, Arena *out, uint32_t *count);
// The folder of that name in the folder of the package, where it is none: without package.mo.
const char *library_bare_folder(Session *s, const LibraryClass *package, Name name);
Name *library_top_names(Session *s, Arena *out, uint32_t *count);

// The file behind modelica://Package/path or a plain path; NULL when there is none.
const char *library_resource(Session *s, const char *uri, Arena *out);
// The same for a text that a name may begin with: other texts may be added, its folder is there.
const char *library_resource_text(Session *s, const char *text, Arena *out);
const char *library_place(Session *s, const char *uri, Arena *out); // also where nothing is
// What library_resource_text finds where the text has capitals that the name of the file does not
// have, or the other way round; NULL where it is spelled as the file is, and where there is none.
const char *library_resource_respelled(Session *s, const char *text, Arena *out);
// Where a class of an older library version went, from the library's own conversion
// annotations and scripts: "A.Units" for "A.Quantities"; NULL when unknown.
const char *library_renamed(Session *s, const char *full_name, const char **in_version);
#endif
