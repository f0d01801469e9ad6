// expect.h -- expectations written as comments in a model.
#ifndef TESTS_EXPECT_H
#define TESTS_EXPECT_H
#include <stdint.h>

#include "base/vec.h"
#include "cli/options.h"
#include "testing.h"

typedef struct Remark { // the rest of a comment line such as "// expect: index = 2"
    const char *text;   // without blanks at both ends
    uint32_t line;      // from 1
} Remark;

typedef VEC(Remark) RemarkList;

// Every comment of `text` that begins with `head`, for example "// expect:".
RemarkList expect_remarks(Arena *out, const char *text, const char *head);

// The comment /* WORD ... */ with the word alone on the first line: an expected dump. On return
// `begin` and `end` are offsets of the text between that line and the closing mark.
bool expect_dump(const char *text, const char *word, size_t *begin, size_t *end);

// The options of a test: what stands behind the i-th "// check:" or "// simulate:", as if typed
// after that command. False (and a difference) when they are wrong.
bool expect_options(TestCase *t, Session *s, const char *text, const char *command, uint32_t i,
                    Options *options);

// Adds the diagnostics of the session to the difference.
void expect_show_diagnostics(TestCase *t, const Session *s);
#endif
