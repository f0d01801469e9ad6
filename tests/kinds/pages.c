// tests/pages/*.test.js: pages in a browser. The tests run in one process of node with one
// browser; see drive_pages.js.
#include <stdio.h>
#include <string.h>

#include "testing.h"

static bool read_answer(Arena *arena, FILE *from, uint32_t n_tests, PageAnswer *answer)
{
    char word[16];
    if (fscanf(from, "%u %15s %zu", &answer->test, word, &answer->length) != 3) return false;
    if (answer->test >= n_tests || fgetc(from) != '\n') return false;
    answer->outcome = strcmp(word, "passed") ? TEST_FAILED : TEST_PASSED;
    char *difference = ARENA_ARRAY(arena, char, answer->length + 1);
    answer->difference = difference;
    return fread(difference, 1, answer->length, from) == answer->length;
}

void test_pages(Arena *arena, const char *program, const char *const *paths, uint32_t n,
                void *client, void (*take)(void *client, const PageAnswer *answer))
{
    Text command = text_make(arena);
    text_printf(&command, "node tests/kinds/drive_pages.js '%s'", program);
    for (uint32_t i = 0; i < n; i++) text_printf(&command, " '%s'", paths[i]);
    bool *answered = ARENA_ARRAY(arena, bool, n);
    FILE *driver = popen(text_cstr(&command), "r");
    PageAnswer answer;
    while (driver && read_answer(arena, driver, n, &answer)) {
        answered[answer.test] = true;
        take(client, &answer);
    }
    if (driver) pclose(driver);
    static const char silence[] = "the browser ended before this test\n";
    for (uint32_t i = 0; i < n; i++) {
        answer = (PageAnswer){i, TEST_FAILED, silence, strlen(silence)};
        if (!answered[i]) take(client, &answer);
    }
}
