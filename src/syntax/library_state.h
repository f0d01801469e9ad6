// library_state.h -- what the parts of the library share; private to syntax/.
#ifndef SYNTAX_LIBRARY_STATE_H
#define SYNTAX_LIBRARY_STATE_H
#include "base/bitset.h"
#include "base/map.h"
#include "base/vec.h"
#include "syntax/library.h"

typedef enum { ENTRY_UNREAD, ENTRY_READING, ENTRY_READ, ENTRY_FAILED } EntryState;

// A class of the tree, read or not. `public` is what others see of it.
typedef struct LibraryEntry {
    LibraryClass public; // first: a LibraryClass of ours is an LibraryEntry
    Name name;
    struct LibraryEntry *parent; // NULL for top-level classes
    const char *path;            // file that defines it; NULL for classes in the text of another
    EntryState state;
    bool members_known;
    bool lacks_node; // a folder with an order of members, and no package.mo
    Map members;     // Name to LibraryEntry
    VEC(struct LibraryEntry *) in_text, in_files; // the same, in text order and sorted by name
} LibraryEntry;

// What a folder on the search path offers: "Name", "Name 1.2.3", as package folder or file.
typedef struct Candidate {
    Name name;
    const char *version; // "" without one in the name
    const char *path;    // of package.mo or the file
    const char *folder;  // NULL for a single file
} Candidate;

typedef struct Wish { // uses(Name(version = "..."))
    Name name;
    const char *version;
    Span span;
} Wish;

typedef struct Renaming { // a rule of a conversion script
    const char *before, *after, *version;
} Renaming;

struct Library {
    Arena *arena;
    Map top;                   // Name to LibraryEntry
    VEC(LibraryEntry *) tops;  // in order of their discovery
    VEC(Candidate) candidates; // in the order of the search path
    VEC(const char *) folders; // of the search path, as they were given
    VEC(Wish) wishes;
    Map files; // interned path to AstFile
    Map entry_of_ast;
    Map conversions_of; // top-level LibraryEntry whose rules are read
    VEC(Renaming) renamings;
};

// Search path and versions (library_search.c).
void library_list_folder(Session *s, const char *path, LibraryEntry *package);
const Candidate *library_choose(Session *s, Name name);
const Candidate *library_choose_respelled(Session *s, Name name); // but for capitals
void library_note_uses(Session *s, const AstClass *c);
void library_check_version(Session *s, const LibraryEntry *top);

LibraryEntry *library_top_entry(Session *s, Name name); // NULL: it is nowhere on the search path
const char *library_folder_of(Arena *out, const char *path);
LibraryEntry *library_entry(Session *s, Name name, LibraryEntry *parent);
const AstFile *library_read(Session *s, const char *path); // each file once; NULL after errors
// "A.B.C", from the top.
void library_full_name(const LibraryEntry *e, Text *out);
#endif
