// tests/causal: what the structural analysis finds, as `tarn explain --json` tells it.
//
//   // check: --no-alias                        options
//   // expect: index = 3
//   // expect: states = {phi, w}                names, in any order; or their number
//   // expect: equations = 16                   number; differentiated ones included
//   // expect: unknowns = 16
//   // expect: differentiated = 3               equations that were differentiated
//   // expect: blocks = {a} {b c} {d}           unknowns of every block in order; or the number
//   // expect: loops = {6}                      sizes of the blocks that are no assignment
//   // expect: kinds = {linear}                 kinds of these blocks
//   // expect: tearing = {d}                    tearing variables of all blocks; or their number
//   // expect: dynamic = 1                      number of dynamic state sets
//
// About the structure digraph coloured step by step:
//
//   // expect: colored = {u0, i1, u1}           the unknowns by the numbers of their equations
//   // expect: numbers = {1, 3, 2}              the numbers of the equations as drawn
//   // expect: stalls = {6}                     sizes of the loops it stalled with
//   // expect: corners = 1                      steps back
//   // expect: torn = {i1}                      tearing variables, first one first
//
// "<=" instead of "=" compares numbers only. A file may also hold dumps (see dump.c).
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/causal.h"
#include "tarn/compile/pipeline.h"

typedef struct Found { // an answer: how many, and which
    double number;
    const char *list; // "{a, b}", sorted, or NULL
} Found;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef VEC(const char *) Names;

static const char *listed(Arena *out, Names *names, bool sorted)
{
    if (sorted && names->count) qsort(names->data, names->count, sizeof *names->data, by_text);
    Text t = text_make(out);
    text_add_char(&t, '{');
    for (uint32_t i = 0; i < names->count; i++)
        text_printf(&t, "%s%s", i ? ", " : "", names->data[i]);
    text_add_char(&t, '}');
    return text_cstr(&t);
}

static void add_names(Arena *out, Names *names, const Json *array)
{
    for (uint32_t i = 0; array && i < array->n_items; i++)
        if (array->items[i].kind == JSON_STRING) VEC_PUSH(out, names, array->items[i].text);
}

static const char *text_of(const Json *object, const char *key)
{
    const Json *j = json_member(object, key);
    return j && j->kind == JSON_STRING ? j->text : "";
}

static uint32_t size_of(const Json *object, const char *key)
{
    const Json *j = json_member(object, key);
    return j ? j->n_items : 0;
}

static bool is_loop(const Json *block)
{
    return strcmp(text_of(block, "kind"), "explicit") || size_of(block, "equations") > 1;
}

static Found find_blocks(Arena *out, const Json *blocks)
{
    Text t = text_make(out);
    for (uint32_t i = 0; i < blocks->n_items; i++) {
        Names names = {0};
        add_names(out, &names, json_member(&blocks->items[i], "unknowns"));
        text_printf(&t, "%s%s", i ? " " : "", listed(out, &names, true));
    }
    return (Found){blocks->n_items, text_cstr(&t)};
}

// The loops by size or kind, or their tearing variables.
static Found find_in_loops(Arena *out, const Json *blocks, const char *key)
{
    Names names = {0};
    for (uint32_t i = 0; i < blocks->n_items; i++) {
        const Json *b = &blocks->items[i];
        if (!strcmp(key, "tearing"))
            add_names(out, &names, json_member(b, "tearing"));
        else if (is_loop(b) && !strcmp(key, "loops"))
            VEC_PUSH(out, &names, arena_printf(out, "%u", size_of(b, "equations")));
        else if (is_loop(b))
            VEC_PUSH(out, &names, text_of(b, "kind"));
    }
    double n = names.count;
    return (Found){n, listed(out, &names, !strcmp(key, "tearing"))};
}

static Found find_differentiated(const Json *equations)
{
    Found f = {0, NULL};
    for (uint32_t i = 0; i < equations->n_items; i++) {
        const Json *k = json_member(&equations->items[i], "differentiated");
        if (k && k->number > 0) f.number++;
    }
    return f;
}

static const Json *step_at(const Json *steps, uint32_t i, const char *action)
{
    return !strcmp(text_of(&steps->items[i], "action"), action) ? &steps->items[i] : NULL;
}

static double number_of_equation(const Json *finish, double id)
{
    const Json *order = json_member(finish, "equations");
    for (uint32_t i = 0; order && i < order->n_items; i++)
        if (order->items[i].number == id) return i + 1;
    return 0;
}

// One question about the coloring; false when it is none.
static bool find_in_steps(Arena *out, const Json *steps, const char *key, Found *f)
{
    Names names = {0};
    bool is_colored = !strcmp(key, "colored"), is_numbers = !strcmp(key, "numbers");
    bool is_stalls = !strcmp(key, "stalls"), is_torn = !strcmp(key, "torn");
    if (!is_colored && !is_numbers && !is_stalls && !is_torn && strcmp(key, "corners"))
        return false;
    const Json *drawn = NULL, *finish = NULL, *step;
    for (uint32_t i = 0; steps && i < steps->n_items; i++) {
        if ((step = step_at(steps, i, "digraph"))) drawn = step;
        if ((step = step_at(steps, i, "finish"))) finish = step;
        if ((step = step_at(steps, i, "stall")) && is_stalls)
            VEC_PUSH(out, &names, arena_printf(out, "%u", size_of(step, "equations")));
        if ((step = step_at(steps, i, "tear")) && is_torn)
            VEC_PUSH(out, &names, text_of(step, "unknown"));
        if (step_at(steps, i, "backtrack")) {
            f->number++;
            if (is_torn) names.count--;
        }
    }
    if (is_colored && finish) add_names(out, &names, json_member(finish, "unknowns"));
    const Json *ids = is_numbers && finish && drawn ? json_member(drawn, "equations") : NULL;
    for (uint32_t i = 0; ids && i < ids->n_items; i++)
        VEC_PUSH(out, &names,
                 arena_printf(out, "%g", number_of_equation(finish, ids->items[i].number)));
    if (strcmp(key, "corners")) *f = (Found){names.count, listed(out, &names, false)};
    return true;
}

static bool find(Arena *out, const Json *all, const char *key, Found *f)
{
    const Json *blocks = json_member(all, "blocks"), *equations = json_member(all, "equations");
    *f = (Found){0, NULL};
    if (!blocks || !equations) return false;
    if (!strcmp(key, "index")) {
        const Json *index = json_member(all, "index");
        f->number = index ? index->number : -1;
    } else if (!strcmp(key, "states")) {
        Names names = {0};
        add_names(out, &names, json_member(all, "states"));
        *f = (Found){names.count, listed(out, &names, true)};
    } else if (!strcmp(key, "equations") || !strcmp(key, "unknowns")) {
        f->number = size_of(all, key);
    } else if (!strcmp(key, "differentiated")) {
        *f = find_differentiated(equations);
    } else if (!strcmp(key, "blocks")) {
        *f = find_blocks(out, blocks);
    } else if (!strcmp(key, "loops") || !strcmp(key, "kinds") || !strcmp(key, "tearing")) {
        *f = find_in_loops(out, blocks, key);
    } else if (!strcmp(key, "dynamic")) {
        f->number = size_of(all, "dynamic_state_sets");
    } else {
        return find_in_steps(out, json_member(all, "steps"), key, f);
    }
    return true;
}

// Lists whose order says something.
static bool is_ordered(const char *key)
{
    static const char *const ordered[] = {"loops", "kinds", "colored", "numbers", "stalls", "torn"};
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        if (!strcmp(key, ordered[i])) return true;
    return false;
}

// The expected list in the same form as the found one: "{b,a} {c}" becomes "{a, b} {c}".
static const char *normal_list(Arena *out, const char *text, bool sorted)
{
    Text t = text_make(out);
    while ((text = strchr(text, '{'))) {
        const char *end = strchrnul(text, '}');
        char *inside = arena_copy_text(out, text + 1, (size_t)(end - text - 1)), *rest = NULL;
        Names names = {0};
        for (char *w = strtok_r(inside, ", ", &rest); w; w = strtok_r(NULL, ", ", &rest))
            VEC_PUSH(out, &names, w);
        text_printf(&t, "%s%s", t.length ? " " : "", listed(out, &names, sorted));
        text = end;
    }
    return text_cstr(&t);
}

void causal_check_remark(TestCase *t, const Json *all, const Remark *r)
{
    char key[32], relation[3];
    int used = 0;
    Found f;
    if (sscanf(r->text, "%31[a-z_] %2[<=] %n", key, relation, &used) < 2 ||
        !find(t->arena, all, key, &f)) {
        text_printf(&t->difference, "line %u: not understood: %s\n", r->line, r->text);
        return;
    }
    const char *expected = r->text + used;
    if (*expected == '{') {
        const char *list = normal_list(t->arena, expected, !is_ordered(key));
        if (!f.list || strcmp(list, f.list))
            text_printf(&t->difference, "line %u: %s is %s, not %s\n", r->line, key,
                        f.list ? f.list : "no list", list);
    } else {
        double number = strtod(expected, NULL);
        bool ok = relation[0] == '<' ? f.number <= number : f.number == number;
        if (!ok)
            text_printf(&t->difference, "line %u: %s is %g%s%s, not %s %g\n", r->line, key,
                        f.number, f.list ? ": " : "", f.list ? f.list : "", relation, number);
    }
}

static TestOutcome check_all(TestCase *t, const Pipeline *p, const char *text)
{
    Text json = text_make(t->arena);
    pipeline_explain_json(p, &json);
    const Json *all = json_parse(t->arena, text_cstr(&json));
    if (!all) {
        text_printf(&t->difference, "`tarn explain --json` gives no JSON:\n%.2000s\n",
                    text_cstr(&json));
        return TEST_FAILED;
    }
    RemarkList remarks = expect_remarks(t->arena, text, "// expect:");
    for (uint32_t i = 0; i < remarks.count; i++) causal_check_remark(t, all, &remarks.data[i]);
    if (!remarks.count) text_add(&t->difference, "there is no // expect: line\n");
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}

TestOutcome test_causal(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    if (!text) return TEST_FAILED;
    Session *s = session_open();
    Options options;
    TestOutcome outcome = TEST_FAILED;
    if (expect_options(t, s, text, "check", 0, &options)) {
        Pipeline p = {.session = s, .options = &options.compile};
        switch (pipeline_run(&p, t->path, STAGE_CAUSAL)) {
        case PIPELINE_USAGE:
        case PIPELINE_TOO_LARGE:
        case PIPELINE_WRONG_MODEL: expect_show_diagnostics(t, s); break;
        case PIPELINE_DONE: outcome = check_all(t, &p, text); break;
        }
        pipeline_close(&p);
    }
    session_close(s);
    return outcome;
}
