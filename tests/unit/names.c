#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "base/name_pattern.h"
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

// The C library is the oracle, for what is matched without it.
static void match_as_regular_expression(Unit *u, const char *pattern)
{
    static const char *const names[] = {
        "",    "C",    "C[5].v", "C5.v",    "C5xv", "xC[15].v", "a",    "ab",  "ba",    "aXbYc",
        "aab", "xxyz", "yz",     "a.b",     "aa",   "c.v",      "x]",   "cab", "y",     "xy",
        "$a",  "b",    "abab",   "C[5].va", "^",    "a|b",      "a\\b", "(a)", "{a}*+?"};
    NamePattern p;
    const char *why = NULL;
    if (!name_pattern_open(&p, pattern, u->arena, &why)) return;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        NamePattern slow = p;
        slow.atoms = NULL;
        bool expected = name_pattern_matches(&slow, names[k]);
        if (name_pattern_matches(&p, names[k]) != expected) CHECK_TEXT(u, names[k], pattern);
    }
    name_pattern_close(&p);
}

static void patterns_match_as_regular_expressions_do(Unit *u)
{
    static const char *const patterns[] = {
        "",    "C",  "C[5].v", "^a",    "a$",   "^a$",   "^$",    "a.*b",  "a.*b.*c", "x?y",
        "x+y", "x*", "[xy]+z", "^[x]?", "a|b",  "(ab)+", "[a-c]", "[^a]",  "a\\.b",   "a{2}",
        ".",   "..", "b.$",    "a*a",   "a+a?", "$a",    "x]",    "[.]v$", "^.*$",    "a*b*c*"};
    static const char *const with_backslashes[] = {
        "^C\\[5\\]\\.v$",  "\\.*a", "\\$",   "x\\]$", "a\\",   "\\w",    "\\<a",
        "[\\.]v",          "\\.+v", "\\$a$", "\\^",   "a\\|b", "a\\\\b", "\\(a\\)",
        "\\{a\\}\\*\\+\\?"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        match_as_regular_expression(u, patterns[i]);
    for (size_t i = 0; i < sizeof with_backslashes / sizeof *with_backslashes; i++)
        match_as_regular_expression(u, with_backslashes[i]);
}

UNIT_SUITE(names, TEST(equal_names_are_equal_pointers), TEST(ids_follow_the_first_appearance),
           TEST(finding_grows_nothing), TEST(any_bytes_make_a_name),
           TEST(patterns_match_as_regular_expressions_do));
