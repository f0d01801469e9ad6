#include <string.h>

#include "base/suggest.h"
#include "unit/unit.h"

static void distance_counts_edits(Unit *u)
{
    CHECK_INT(u, edit_distance("phi", "phi", 3), 0);
    CHECK_INT(u, edit_distance("phi", "psi", 3), 1);
    CHECK_INT(u, edit_distance("presure", "pressure", 3), 1);
    CHECK_INT(u, edit_distance("form", "from", 3), 1); // neighbours exchanged
    CHECK_INT(u, edit_distance("", "abc", 3), 3);
    CHECK_INT(u, edit_distance("kitten", "sitting", 3), 3);
}

static void distance_gives_up_beyond_the_limit(Unit *u)
{
    CHECK_INT(u, edit_distance("kitten", "sitting", 2), 3);
    CHECK_INT(u, edit_distance("a", "abcdefgh", 2), 3);
    char text[200];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK_INT(u, edit_distance(text, text, 2), 3);
}

static const char *nearest(const char *text)
{
    static const char *const words[] = {"pressure", "temperature", "T", "p", "h_outflow", "m_flow"};
    const char *found = nearest_text(text, words, sizeof words / sizeof *words);
    return found ? found : "nothing";
}

static void slips_of_the_pen_are_found(Unit *u)
{
    CHECK_TEXT(u, nearest("presure"), "pressure");
    CHECK_TEXT(u, nearest("temprature"), "temperature");
    CHECK_TEXT(u, nearest("Pressure"), "pressure");
    CHECK_TEXT(u, nearest("mflow"), "m_flow");
    CHECK_TEXT(u, nearest("t"), "T");
}

static void other_words_are_not_offered(Unit *u)
{
    CHECK_TEXT(u, nearest("density"), "nothing");
    CHECK_TEXT(u, nearest("q"), "nothing");
    CHECK_TEXT(u, nearest(""), "nothing");
    CHECK_TRUE(u, nearest_text("x", NULL, 0) == NULL);
}

UNIT_SUITE(suggestions, TEST(distance_counts_edits), TEST(distance_gives_up_beyond_the_limit),
           TEST(slips_of_the_pen_are_found), TEST(other_words_are_not_offered));
