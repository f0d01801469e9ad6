// testing.h -- what a kind of data test gets from the runner and gives back.
#ifndef TESTS_TESTING_H
#define TESTS_TESTING_H
#include <stdbool.h>

#include "base/text.h"

typedef enum { TEST_PASSED, TEST_FAILED } TestOutcome;

typedef struct TestCase {
    const char *path;    // from the root of the repository, which is the working directory
    const char *program; // absolute path of the tarn under test
    const char *root;    // absolute path of the repository
    bool bless;          // rewrite the expectation instead of comparing
    Arena *arena;        // closed after the test
    Text difference;     // what is wrong, for a person to read
} TestCase;

typedef struct TestKind {
    const char *folder; // prefix of the path, with its slash
    const char *extension;
    const char *stage;               // shown with a failure
    TestOutcome (*run)(TestCase *t); // NULL: by test_pages
} TestKind;

TestOutcome test_command_line(TestCase *t); // tests/cli/*.cli
TestOutcome test_graph(TestCase *t);        // tests/graph/*.graph
TestOutcome test_syntax(TestCase *t);       // tests/syntax/*.mo
TestOutcome test_errors(TestCase *t);       // tests/errors/**.mo
TestOutcome test_dump(TestCase *t);         // a dump in a comment
TestOutcome test_causal(TestCase *t);       // tests/causal/*.mo
TestOutcome test_run(TestCase *t);          // tests/run, examples
TestOutcome test_python(TestCase *t);       // tests/python/*.py

// tests/pages: all tests of the kind in one browser, each answer as it comes.
typedef struct PageAnswer {
    uint32_t test; // index into `paths`
    TestOutcome outcome;
    const char *difference;
    size_t length;
} PageAnswer;
void test_pages(Arena *arena, const char *program, const char *const *paths, uint32_t n,
                void *client, void (*take)(void *client, const PageAnswer *answer));

// The whole file, NUL-terminated; NULL (and a difference) when it cannot be read.
char *test_read_file(TestCase *t, const char *path, size_t *length);
bool test_write_file(TestCase *t, const char *path, const char *text, size_t length);
// Adds the lines in which the texts differ, with some lines around, to the difference.
// True when they are equal.
bool test_same_text(TestCase *t, const char *actual, const char *expected);
#endif
