#include <string.h>

#include "base/session.h"
#include "syntax/library.h"
#include "unit/unit.h"

static Session *open_session(Unit *u)
{
    Session *s = ARENA_NEW(u->arena, Session);
    s->arena = u->arena;
    s->names = names_open(u->arena);
    s->sources = sources_open(u->arena);
    s->diag = diag_open(u->arena, s->sources);
    library_open(s);
    return s;
}

static const LibraryClass *find(Session *s, const char *path)
{
    size_t n = strcspn(path, ".");
    const LibraryClass *c = library_top(s, name_of(s->names, path, n));
    while (c && path[n]) {
        path += n + 1;
        n = strcspn(path, ".");
        c = library_member(s, c, name_of(s->names, path, n));
    }
    return c;
}

static void classes_are_read_when_needed(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries");
    CHECK_INT(u, sources_count(s->sources), 0);
    CHECK_TRUE(u, find(s, "Springs") != NULL);
    CHECK_INT(u, sources_count(s->sources), 1);
    const LibraryClass *coil = find(s, "Springs.Linear.Coil");
    if (!CHECK_TRUE(u, coil != NULL)) return;
    CHECK_INT(u, sources_count(s->sources), 3);
    CHECK_TEXT(u, coil->ast->name->text, "Coil");
    CHECK_TEXT(u, coil->parent->ast->name->text, "Linear");
    CHECK_TRUE(u, library_of_ast(s, coil->ast) == coil);
    CHECK_TRUE(u, find(s, "Springs.Linear.Base") != NULL);
    CHECK_TRUE(u, library_find(s, "Springs.Linear.Coil") == coil);
    CHECK_TRUE(u, find(s, "Springs.Linear.Nothing") == NULL);
    CHECK_TRUE(u, find(s, "Nothing") == NULL);
    CHECK_INT(u, diag_total(s->diag), 0);
    CHECK_INT(u, sources_count(s->sources), 3);
}

static void highest_version_is_taken_unless_one_is_asked_for(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries/");
    CHECK_TRUE(u, find(s, "Springs.Coil") == NULL);
    s = open_session(u);
    library_add_folder(s, "tests/libraries");
    CHECK_TRUE(u, library_load_file(s, "tests/libraries/Gears.mo") != NULL);
    CHECK_TRUE(u, find(s, "Springs.Coil") != NULL);
    CHECK_INT(u, diag_total(s->diag), 0);
}

static void wrong_version_is_a_warning(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries/Springs 2.0.0");
    CHECK_TRUE(u, library_load_file(s, "tests/libraries/Gears.mo") != NULL);
    CHECK_TRUE(u, find(s, "Springs") != NULL);
    CHECK_INT(u, diag_count(s->diag, SEVERITY_WARNING), 1);
    CHECK_TEXT(u, diag_at(s->diag, 0)->message,
               "'Springs' is asked for in version 1.0.0, but 2.0.0 is on the search path");
}

static void members_come_in_package_order(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries");
    uint32_t n;
    Name *names = library_member_names(s, find(s, "Springs"), u->arena, &n);
    if (!CHECK_INT(u, n, 3)) return;
    CHECK_TEXT(u, names[0]->text, "Linear");
    CHECK_TEXT(u, names[1]->text, "Rigid");
    CHECK_TEXT(u, names[2]->text, "Free");
    names = library_top_names(s, u->arena, &n);
    CHECK_INT(u, n, 2);
    CHECK_TEXT(u, names[0]->text, "Springs");
    CHECK_TEXT(u, names[1]->text, "Gears");
}

static void within_must_agree_with_the_folder(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries");
    CHECK_TRUE(u, find(s, "Springs.Linear.Lost") != NULL);
    if (!CHECK_INT(u, diag_count(s->diag, SEVERITY_ERROR), 1)) return;
    const Diagnostic *d = diag_at(s->diag, 0);
    CHECK_TEXT(u, d->message, "the file lies in the folder of 'Springs.Linear'");
    CHECK_TEXT(u, d->replacement, "Springs.Linear");
}

static void a_file_inside_a_package_opens_the_package(Unit *u)
{
    Session *s = open_session(u);
    const AstFile *file = library_load_file(s, "tests/libraries/Springs 2.0.0/Linear/Coil.mo");
    if (!CHECK_TRUE(u, file != NULL)) return;
    const LibraryClass *coil = library_of_ast(s, file->classes[0]);
    if (!CHECK_TRUE(u, coil != NULL)) return;
    CHECK_TRUE(u, coil->parent == find(s, "Springs.Linear"));
    CHECK_TRUE(u, find(s, "Springs.Free") != NULL);
    CHECK_INT(u, diag_total(s->diag), 0);
}

static void renamed_classes_are_found(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries");
    const char *version = "";
    CHECK_TEXT(u, library_renamed(s, "Springs.Coil", &version), "Springs.Linear.Coil");
    CHECK_TEXT(u, version, "2.0.0");
    CHECK_TEXT(u, library_renamed(s, "Springs.Coil.c", &version), "Springs.Linear.Coil.stiffness");
    CHECK_TRUE(u, library_renamed(s, "Springs.Coils", &version) == NULL);
    CHECK_TEXT(u, library_renamed(s, "Springs.Wire", &version), "Springs.Linear.Coil");
    CHECK_TEXT(u, version, "2.0.0");
    CHECK_TEXT(u, library_renamed(s, "Springs.Rigid.l", &version), "Springs.Rigid.length");
}

static void resources_are_found_beside_the_package(Unit *u)
{
    Session *s = open_session(u);
    library_add_folder(s, "tests/libraries");
    const char *expected = "tests/libraries/Springs 2.0.0/Resources/from_1.mos";
    CHECK_TEXT(u, library_resource(s, "modelica://Springs/Resources/from_1.mos", u->arena),
               expected);
    CHECK_TEXT(u, library_resource(s, "modelica:/Springs/Resources/from%5F1.mos", u->arena),
               expected);
    CHECK_TEXT(u, library_resource(s, "modelica://Springs.Linear/Coil.mo", u->arena),
               "tests/libraries/Springs 2.0.0/Linear/Coil.mo");
    CHECK_TRUE(u, library_resource(s, "modelica://Springs/Resources/none", u->arena) == NULL);
    CHECK_TEXT(u, library_resource(s, expected, u->arena), expected);
}

UNIT_SUITE(library, TEST(classes_are_read_when_needed),
           TEST(highest_version_is_taken_unless_one_is_asked_for), TEST(wrong_version_is_a_warning),
           TEST(members_come_in_package_order), TEST(within_must_agree_with_the_folder),
           TEST(a_file_inside_a_package_opens_the_package), TEST(renamed_classes_are_found),
           TEST(resources_are_found_beside_the_package));
