#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "unit/unit.h"

static void equal_names_are_equal_pointers(Unit *u)
{
    NameTable *t = names_open(u->arena);
    Name a = name_of_text(t, "phi"), b = name_of(t, "phi2", 3), c = name_of_text(t, "phi2");
    CHECK_TRUE(u, a == b);
    CHECK_TRUE(u, a != c);
    CHECK_TEXT(u, a->text, "phi");
    CHECK_INT(u, names_count(t), 2);
}

static void ids_follow_the_first_appearance(Unit *u)
{
    enum { N = 20000 };
    NameTable *t = names_open(u->arena);
    char text[32];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < N; i++) {
            int length = snprintf(text, sizeof text, "component%d", i);
            Name n = name_of(t, text, (size_t)length);
            if (n->id != (uint32_t)i || strcmp(n->text, text)) CHECK_INT(u, n->id, i);
        }
    CHECK_INT(u, names_count(t), N);
}

static void finding_grows_nothing(Unit *u)
{
    NameTable *t = names_open(u->arena);
    Name x = name_of_text(t, "x");
    CHECK_TRUE(u, name_find(t, "x", 1) == x);
    CHECK_TRUE(u, name_find(t, "y", 1) == NULL);
    CHECK_INT(u, names_count(t), 1);
}

static void any_bytes_make_a_name(Unit *u)
{
    NameTable *t = names_open(u->arena);
    Name empty = name_of(t, "", 0), zero = name_of(t, "a\0b", 3), longer = name_of(t, "a\0c", 3);
    CHECK_INT(u, empty->length, 0);
    CHECK_TRUE(u, zero != longer);
    CHECK_TRUE(u, name_of(t, "a\0b", 3) == zero);
}

UNIT_SUITE(names, TEST(equal_names_are_equal_pointers), TEST(ids_follow_the_first_appearance),
           TEST(finding_grows_nothing), TEST(any_bytes_make_a_name));
