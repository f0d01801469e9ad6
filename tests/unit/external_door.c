// The door to foreign code at compile time: values come back, and what does not come back is ended.
#include <stdio.h>
#include <stdlib.h>

#include "expr/function.h"
#include "program/external/object_symbols.h"
#include "program/program.h"
#include "tarn/compile/session_open.h"
#include "unit/unit.h"

// A function Integer -> Integer with this C text, called with these numbers one after the other
// through one door. The answer to the last call.
static const Expr *values_of(Session *s, const ExternalPolicy *policy, const char *text,
                             const int *numbers, int n, const char **reason, bool *is_mistake)
{
    const Type *integer = type_basic(s->exprs, TYPE_INTEGER);
    Local locals[] = {{.name = name_of_text(s->names, "n"), .type = integer, .kind = LOCAL_INPUT},
                      {.name = name_of_text(s->names, "m"), .type = integer, .kind = LOCAL_OUTPUT}};
    const Expr *args[] = {expr_local(s->exprs, 0, integer, locals[0].name)};
    ExternalCall external = {.language = "C",
                             .symbol = "f",
                             .args = args,
                             .n_args = 1,
                             .result = expr_local(s->exprs, 1, integer, locals[1].name),
                             .includes = &text,
                             .n_includes = 1};
    Function f = {.name = name_of_text(s->names, "f"),
                  .type = integer,
                  .locals = locals,
                  .n_inputs = 1,
                  .n_outputs = 1,
                  .n_locals = 2,
                  .is_lowered = true,
                  .external = &external};
    const ExternalDoor *door = program_external_door(s, policy);
    const Expr *value = NULL;
    for (int i = 0; i < n; i++) {
        const Expr *number = expr_integer(s->exprs, numbers[i]);
        const Expr *call = expr_call(s->exprs, &f, &number, 1, integer);
        value = door->value(door->client, call, reason, is_mistake);
    }
    return value;
}

static const Expr *value_of(Session *s, const char *text, const char **reason, bool *is_mistake)
{
    return values_of(s, &(ExternalPolicy){.longest_call = 1}, text, (int[]){3}, 1, reason,
                     is_mistake);
}

static void check_value(Unit *u)
{
    Session *s = session_open();
    expr_table_open(s, s->arena);
    const char *reason = NULL;
    bool is_mistake = false;
    const Expr *value = value_of(s, "static int f(int n) { return 14*n; }", &reason, &is_mistake);
    if (CHECK_TRUE(u, value != NULL)) CHECK_INT(u, value->u.integer, 42);
    session_close(s);
}

// One second of processor time for the one, three seconds on the clock for the other.
static void check_endless(Unit *u)
{
    static const char *const texts[] = {
        "static int f(int n) { for (volatile int i = 0;;) i++; return n; }",
        "#include <unistd.h>\nstatic int f(int n) { for (;;) pause(); return n; }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Session *s = session_open();
        expr_table_open(s, s->arena);
        const char *reason = NULL;
        bool is_mistake = false;
        CHECK_TRUE(u, !value_of(s, texts[i], &reason, &is_mistake));
        CHECK_TRUE(u, is_mistake);
        CHECK_TEXT(u, reason, "'f': it did not come back within 1 s");
        session_close(s);
    }
}

// Many calls share a process. What ends it is told as if it had been called alone, and the calls
// behind it have their values.
static void check_shared(Unit *u)
{
    static const char text[] =
        "#include <stdlib.h>\n#include <signal.h>\nstatic int f(int n) {\n"
        "  if (n == 8) exit(0);\n  if (n == 9) raise(SIGSEGV);\n  if (n == 10) for (;;) ;\n"
        "  return 14*n;\n}";
    static const int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 9, 13, 10};
    char folder[] = "/tmp/door-XXXXXX";
    if (!CHECK_TRUE(u, mkdtemp(folder) != NULL)) return;
    ExternalPolicy policy = {.longest_call = 1, .cache_folder = folder};
    for (int n = 1; n <= (int)(sizeof numbers / sizeof *numbers); n++) {
        int last = numbers[n - 1];
        if (last < 3) continue;
        Session *s = session_open();
        expr_table_open(s, s->arena);
        const char *reason = NULL;
        bool is_mistake = false;
        const Expr *value = values_of(s, &policy, text, numbers, n, &reason, &is_mistake);
        bool has_value = last < 8 || last > 10;
        CHECK_TRUE(u, (value != NULL) == has_value);
        if (value) CHECK_INT(u, value->u.integer, 14 * last);
        if (!has_value) CHECK_TRUE(u, is_mistake);
        if (last == 10) CHECK_TEXT(u, reason, "'f': it did not come back within 1 s");
        session_close(s);
    }
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_INT(u, system(command), 0);
}

// Files that are no objects, and one that says it is and ends too early.
static void check_symbols(Unit *u)
{
    ObjectSymbols symbols;
    CHECK_TRUE(u, !object_symbols(u->arena, "/dev/null", &symbols));
    CHECK_TRUE(u, !object_symbols(u->arena, "README.md", &symbols));
    CHECK_TRUE(u, !object_symbols(u->arena, "there/is/no/such/file", &symbols));
}

UNIT_SUITE(external_door, TEST(check_value), TEST(check_endless), TEST(check_shared),
           TEST(check_symbols));
