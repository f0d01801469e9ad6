// Result files: what is written can be read back, and a MAT file has the bytes that the
// description of MAT level 4 demands (the expected bytes were composed by hand from it).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "results/result_reader.h"
#include "results/result_writer.h"
#include "unit/unit.h"
#include "unit/whole_table.h"

static const ResultVariable variables[] = {
    {.name = "time", .place = KEPT_TIME, .unit = "s"},
    {.name = "x", .place = KEPT_ROW, .index = 1, .unit = "m", .description = "way"},
    {.name = "flange.\"s\"[1,2]", .place = KEPT_ROW, .index = 1, .negated = true},
    {.name = "on", .place = KEPT_ROW, .index = 3, .kind = VALUE_BOOLEAN},
    {.name = "off", .place = KEPT_ROW, .index = 3, .kind = VALUE_BOOLEAN, .negated = true},
    {.name = "phi0", .place = KEPT_CONSTANT, .unit = "rad", .display_unit = "deg"},
    {.name = "minus", .place = KEPT_CONSTANT, .negated = true},
    {.name = "secret", .place = KEPT_ROW, .index = 0, .hidden = true},
    {.name = "n", .place = KEPT_CONSTANT, .index = 1, .kind = VALUE_INTEGER},
};
enum { N_VARIABLES = sizeof variables / sizeof *variables };
static const double constants[] = {0.1, 3};

static ResultTable table_for_test(void)
{
    return (ResultTable){.model = "M",
                         .start_time = 0,
                         .stop_time = 1,
                         .variables = variables,
                         .n_variables = N_VARIABLES,
                         .row_size = 5,
                         .constants = constants,
                         .n_constants = 2};
}

static const char *temporary_path(Unit *u, const char *suffix)
{
    return arena_printf(u->arena, "/tmp/tarn-unit-%d%s", (int)getpid(), suffix);
}

static void write_rows(ResultWriter *w)
{
    const double rows[][5] = {{7, 0, 99, 0, 99},
                              {7, 0.30000000000000004, 99, 0, 99},
                              {8, -1e-300, 99, 1, 99},
                              {8, NAN, 0, 1, 0}};
    const double times[] = {0, 0.5, 0.5, 1};
    for (int i = 0; i < 4; i++) result_writer_row(w, times[i], rows[i]);
}

static const Trajectory *load_all(Unit *u, const char *path)
{
    const char *why = NULL;
    ResultFile *f = result_file_open(u->arena, path, &why);
    const Trajectory *t = f ? result_file_load(f, u->arena, NULL, 0, &why) : NULL;
    result_file_close(f);
    if (!t) unit_text(u, __FILE__, __LINE__, "load", why, "");
    return t;
}

static double value_of(Unit *u, const Trajectory *t, const char *name, size_t row)
{
    const ResultVariable *v = result_find(result_names(u->arena, &t->table), name);
    return CHECK_TRUE(u, v != NULL) ? trajectory_value(t, v, row) : NAN;
}

static void check_values(Unit *u, const Trajectory *t)
{
    CHECK_INT(u, t->n_rows, 4);
    CHECK_TRUE(u, trajectory_check(u->arena, t) == NULL);
    CHECK_TRUE(u, t->time[1] == 0.5 && t->time[2] == 0.5 && t->time[3] == 1);
    CHECK_TRUE(u, value_of(u, t, "x", 1) == 0.30000000000000004);
    CHECK_TRUE(u, value_of(u, t, "flange.\"s\"[1,2]", 2) == 1e-300);
    CHECK_TRUE(u, isnan(value_of(u, t, "x", 3)));
    CHECK_TRUE(u, value_of(u, t, "on", 2) == 1 && value_of(u, t, "off", 2) == 0);
    CHECK_TRUE(u, value_of(u, t, "off", 0) == 1);
    CHECK_TRUE(u, value_of(u, t, "phi0", 3) == 0.1 && value_of(u, t, "minus", 0) == -0.1);
    CHECK_TRUE(u, value_of(u, t, "secret", 3) == 8 && value_of(u, t, "n", 0) == 3);
}

static void check_round_trip(Unit *u, const char *suffix)
{
    const char *path = temporary_path(u, suffix), *why = NULL;
    ResultTable table = table_for_test();
    ResultWriter *w = result_writer_open(u->arena, &table, path, &why);
    if (!CHECK_TRUE(u, w != NULL)) return;
    write_rows(w);
    CHECK_TRUE(u, result_writer_close(w));
    const Trajectory *t = load_all(u, path);
    if (t) check_values(u, t);
    unlink(path);
}

static void csv_round_trip(Unit *u)
{
    check_round_trip(u, ".csv");
}

static void mat_round_trip(Unit *u)
{
    check_round_trip(u, ".mat");
}

static void memory_keeps_what_it_gets(Unit *u)
{
    ResultTable table = table_for_test();
    ResultWriter *w = result_writer_open_memory(u->arena, &table);
    write_rows(w);
    const Trajectory *t = result_writer_trajectory(w);
    check_values(u, t);
    CHECK_TRUE(u, t->columns[2] == NULL);
    CHECK_TRUE(u, result_writer_close(w));
}

// Rows wait for each other in memory, and copy what lies together in them in pieces.
static void memory_keeps_long_rows(Unit *u)
{
    enum { WIDE = 60, ROWS = 21 };
    static const int gaps[] = {WIDE, 17, 3, 2}; // every so many entries one is not shown
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        ResultVariable wide[WIDE];
        ResultTable table = {.model = "M", .stop_time = 1, .variables = wide, .row_size = WIDE};
        for (uint32_t i = 0; i < WIDE; i++)
            if ((int)i % gaps[g] != 1)
                wide[table.n_variables++] =
                    (ResultVariable){.name = "x", .place = KEPT_ROW, .index = i};
        ResultWriter *w = result_writer_open_memory(u->arena, &table);
        for (int k = 0; k < ROWS; k++) {
            double row[WIDE];
            for (int i = 0; i < WIDE; i++) row[i] = 1000 * k + i;
            result_writer_row(w, k, row);
        }
        const Trajectory *t = result_writer_trajectory(w);
        CHECK_INT(u, t->n_rows, ROWS);
        for (uint32_t i = 0; i < table.n_variables; i++)
            for (int k = 0; k < ROWS; k++)
                CHECK_REAL(u, t->columns[wide[i].index][k], 1000.0 * k + wide[i].index, 0);
    }
}

static void two_writers_get_the_same(Unit *u)
{
    const char *path = temporary_path(u, "t.csv"), *why = NULL;
    ResultTable result_table = table_for_test();
    ResultWriter *file = result_writer_open(u->arena, &result_table, path, &why);
    ResultWriter *memory = result_writer_open_memory(u->arena, &result_table);
    CHECK_TRUE(u, result_writer_both(u->arena, NULL, memory) == memory);
    ResultWriter *both = result_writer_both(u->arena, file, memory);
    write_rows(both);
    CHECK_TRUE(u, result_writer_close(both));
    check_values(u, result_writer_trajectory(both));
    const Trajectory *t = load_all(u, path);
    if (t) check_values(u, t);
    unlink(path);
}

static void units_survive_mat(Unit *u)
{
    const char *path = temporary_path(u, "u.mat"), *why = NULL;
    ResultTable table = table_for_test();
    ResultWriter *w = result_writer_open(u->arena, &table, path, &why);
    result_writer_close(w);
    const Trajectory *t = load_all(u, path);
    if (!t) return;
    const ResultVariable *v = t->table.variables;
    CHECK_TEXT(u, v[1].unit, "m");
    CHECK_TEXT(u, v[1].description, "way");
    CHECK_TEXT(u, v[5].unit, "rad");
    CHECK_TEXT(u, v[5].display_unit, "deg");
    CHECK_INT(u, v[3].kind, VALUE_BOOLEAN);
    CHECK_INT(u, v[8].kind, VALUE_INTEGER);
    CHECK_INT(u, t->n_rows, 0);
    unlink(path);
}

static Text file_bytes(Unit *u, const char *path)
{
    Text t = text_make(u->arena);
    FILE *f = fopen(path, "rb");
    for (int c; f && (c = getc(f)) != EOF;) text_add_char(&t, (char)c);
    if (f) fclose(f);
    return t;
}

static void write_file(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f) return;
    fwrite(bytes, 1, n, f);
    fclose(f);
}

static void add_words(Text *t, const int32_t *words, size_t n)
{
    text_add_bytes(t, (const char *)words, n * sizeof *words);
}

static void add_doubles(Text *t, const double *numbers, size_t n)
{
    text_add_bytes(t, (const char *)numbers, n * sizeof *numbers);
}

// Header words: type (0 double, 20 integer, 51 text), rows, columns, no imaginary part, length
// of the name with its NUL. Matrices column by column.
static Text expected_mat(Unit *u)
{
    Text t = text_make(u->arena);
    add_words(&t, (int32_t[]){51, 4, 11, 0, 7}, 5);
    text_add_bytes(&t, "Aclass", 7);
    const char *rows[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    for (int column = 0; column < 11; column++)
        for (int row = 0; row < 4; row++) text_add_char(&t, rows[row][column]);
    add_words(&t, (int32_t[]){51, 4, 3, 0, 5}, 5);
    text_add_bytes(&t, "name", 5);
    text_add(&t, "timex   y   ");
    add_words(&t, (int32_t[]){51, 9, 3, 0, 12}, 5);
    text_add_bytes(&t, "description", 12);
    text_add(&t, "[s]      depth [m]         ");
    add_words(&t, (int32_t[]){20, 4, 3, 0, 9}, 5);
    text_add_bytes(&t, "dataInfo", 9);
    add_words(&t, (int32_t[]){0, 1, 0, -1, 2, 2, 0, -1, 2, -2, 0, -1}, 12);
    add_words(&t, (int32_t[]){0, 1, 2, 0, 7}, 5);
    text_add_bytes(&t, "data_1", 7);
    add_doubles(&t, (double[]){0, 1}, 2);
    add_words(&t, (int32_t[]){0, 2, 2, 0, 7}, 5);
    text_add_bytes(&t, "data_2", 7);
    add_doubles(&t, (double[]){0, 5, 1, 6}, 4);
    return t;
}

static void mat_bytes(Unit *u)
{
    static const ResultVariable two[] = {
        {.name = "time", .place = KEPT_TIME, .unit = "s"},
        {.name = "x", .place = KEPT_ROW, .unit = "m", .description = "depth"},
        {.name = "y", .place = KEPT_ROW, .negated = true},
    };
    ResultTable table = {.variables = two, .n_variables = 3, .row_size = 1, .stop_time = 2};
    const char *path = temporary_path(u, "b.mat"), *why = NULL;
    ResultWriter *w = result_writer_open(u->arena, &table, path, &why);
    result_writer_row(w, 0, (double[]){5});
    result_writer_row(w, 1, (double[]){6});
    CHECK_TRUE(u, result_writer_close(w));
    Text actual = file_bytes(u, path), expected = expected_mat(u);
    CHECK_INT(u, actual.length, expected.length);
    CHECK_TRUE(u, actual.length == expected.length &&
                      !memcmp(actual.data, expected.data, expected.length));
    unlink(path);
}

// A file as another tool may write it: untransposed, single precision, names padded with NUL,
// a constant in data_1 with one point and without time.
static void mat_normal_single_precision(Unit *u)
{
    Text t = text_make(u->arena);
    const char *class[] = {"Atrajectory", "1.1        ", "           ", "binNormal  "};
    add_words(&t, (int32_t[]){51, 4, 11, 0, 7}, 5);
    text_add_bytes(&t, "Aclass", 7);
    for (int column = 0; column < 11; column++)
        for (int row = 0; row < 4; row++) text_add_char(&t, class[row][column]);
    add_words(&t, (int32_t[]){51, 3, 4, 0, 5}, 5);
    text_add_bytes(&t, "name", 5);
    text_add_bytes(&t, "Txpi\0\0m\0\0e\0\0", 12);
    add_words(&t, (int32_t[]){20, 3, 2, 0, 9}, 5);
    text_add_bytes(&t, "dataInfo", 9);
    add_words(&t, (int32_t[]){0, 2, 1, 1, -2, 1}, 6);
    add_words(&t, (int32_t[]){0, 1, 1, 0, 7}, 5);
    text_add_bytes(&t, "data_1", 7);
    add_doubles(&t, (double[]){42}, 1);
    add_words(&t, (int32_t[]){10, 3, 2, 0, 7}, 5);
    text_add_bytes(&t, "data_2", 7);
    text_add_bytes(&t, (const char *)(float[]){0, 0.5f, 1, 1.5f, 2.5f, 3.5f}, 24);
    const char *path = temporary_path(u, "n.mat");
    write_file(path, t.data, t.length);
    const Trajectory *r = load_all(u, path);
    if (r) {
        CHECK_INT(u, r->n_rows, 3);
        CHECK_TRUE(u, r->time[1] == 0.5);
        CHECK_TRUE(u, value_of(u, r, "x", 2) == -3.5);
        CHECK_TRUE(u, value_of(u, r, "p", 0) == 42);
    }
    unlink(path);
}

static void turn(char *bytes, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        char kept = bytes[i];
        bytes[i] = bytes[n - 1 - i];
        bytes[n - 1 - i] = kept;
    }
}

// A file as a machine with the other order of bytes writes it: the thousands of the first number of
// each matrix say so, and all numbers are turned round.
static void mat_of_another_machine(Unit *u)
{
    static const size_t sizes[] = {8, 4, 4, 2, 2, 1};
    static char bytes[100000];
    const char *path = temporary_path(u, ".mat");
    const char *why = NULL;
    ResultTable table = table_for_test();
    ResultWriter *w = result_writer_open(u->arena, &table, path, &why);
    if (!CHECK_TRUE(u, w != NULL)) return;
    write_rows(w);
    CHECK_TRUE(u, result_writer_close(w));
    FILE *file = fopen(path, "r+b");
    size_t n = fread(bytes, 1, sizeof bytes, file);
    for (size_t at = 0; at + 20 <= n;) {
        int32_t words[5];
        memcpy(words, bytes + at, sizeof words);
        size_t size = sizes[words[0] / 10 % 10], count = (size_t)words[1] * (size_t)words[2];
        words[0] += 1000;
        for (int k = 0; k < 5; k++) turn((char *)&words[k], 4);
        memcpy(bytes + at, words, sizeof words);
        turn((char *)&words[4], 4);
        at += 20 + (size_t)words[4];
        for (size_t k = 0; k < count; k++, at += size) turn(bytes + at, size);
    }
    rewind(file);
    fwrite(bytes, 1, n, file);
    fclose(file);
    const Trajectory *t = load_all(u, path);
    if (t) check_values(u, t);
    unlink(path);
}

static void csv_of_other_tools(Unit *u)
{
    static const char text[] = "\xEF\xBB\xBFTime;\"a \"\"b\"\"\";m[1,2];flag\r\n"
                               "0; 1.5;2e3;true\r\n"
                               "\r\n"
                               "1;-.5;;\"false\"\r\n"
                               "2;1;1";
    const char *path = temporary_path(u, "o.csv");
    write_file(path, text, sizeof text - 1);
    const Trajectory *t = load_all(u, path);
    if (t) {
        CHECK_INT(u, t->n_rows, 2); // the unfinished last line does not count
        CHECK_TRUE(u, value_of(u, t, "a \"b\"", 1) == -0.5);
        CHECK_TRUE(u, value_of(u, t, "m[1,2]", 0) == 2000);
        CHECK_TRUE(u, isnan(value_of(u, t, "m[1,2]", 1)));
        CHECK_TRUE(u, value_of(u, t, "flag", 0) == 1 && value_of(u, t, "flag", 1) == 0);
    }
    unlink(path);
}

static const char *reason_for(Unit *u, const char *text)
{
    const char *path = temporary_path(u, "r.csv"), *why = "";
    write_file(path, text, strlen(text));
    ResultFile *f = result_file_open(u->arena, path, &why);
    if (f) result_file_load(f, u->arena, NULL, 0, &why);
    result_file_close(f);
    unlink(path);
    const char *reason = strstr(why ? why : "", "': ");
    return reason ? reason + 3 : "";
}

static void damaged_files_are_explained(Unit *u)
{
    CHECK_TEXT(u, reason_for(u, ""), "the file is empty");
    CHECK_TEXT(u, reason_for(u, "time,x\n0,1\n1\n"),
               "line 3 has 1 cells, the first line has 2 names");
    CHECK_TEXT(u, reason_for(u, "time,x\n0,1\n1,abc\n"), "line 3: the cell of 'x' is not a number");
    CHECK_TEXT(u, reason_for(u, "time,x\n0,1\n-1,2\n"),
               "time runs backwards in row 2, from 0 to -1");
    CHECK_TEXT(u, reason_for(u, "time,x,x\n0,1,2\n"), "there are two variables 'x'");
    CHECK_TEXT(u, reason_for(u, "0,1\n1,2\n"), "the first line has numbers instead of names");
    CHECK_TEXT(u, reason_for(u, "time,x\n0,1,\n1,2,3\n"),
               "line 3 has more cells than the 2 names of the first line");
    CHECK_TEXT(u, reason_for(u, "time,x\n"), "");
}

static void full_disk_is_reported(Unit *u)
{
    ResultTable table = table_for_test();
    const char *why = NULL, *link = temporary_path(u, "f.csv");
    if (symlink("/dev/full", link)) return;
    ResultWriter *w = result_writer_open(u->arena, &table, link, &why);
    double row[8] = {0};
    CHECK_TRUE(u, w && strstr(result_writer_failure(w), "No space left") != NULL);
    CHECK_TRUE(u, w && !result_writer_row(w, 0, row) && !result_writer_close(w));
    unlink(link);
    CHECK_TRUE(u, !result_writer_open(u->arena, &table, "/no/such/folder/x.csv", &why));
    CHECK_TRUE(u, !result_writer_open(u->arena, &table, "x.txt", &why));
    CHECK_TEXT(u, why, "'x.txt' has none of the endings .csv, .mat");
}

static void names_are_found_and_suggested(Unit *u)
{
    ResultTable table = table_for_test();
    const ResultNames *names = result_names(u->arena, &table);
    CHECK_TRUE(u, result_find(names, "off") == &variables[4]);
    CHECK_TRUE(u, result_find(names, "of") == NULL);
    const char *near[3];
    CHECK_INT(u, result_near_names(&table, "tmie", 3, near), 1);
    CHECK_TEXT(u, near[0], "time");
    CHECK_INT(u, result_near_names(&table, "flange", 3, near), 1);
    const char *why = NULL;
    CHECK_INT(u, result_select(u->arena, &table, NULL, &why)->n_variables, N_VARIABLES - 1);
    CHECK_INT(u, result_select(u->arena, &table, "^(x|secret)$", &why)->n_variables, 3);
    CHECK_TRUE(u, !result_select(u->arena, &table, "(", &why));
}

static void models_give_tables(Unit *u)
{
    static const VariableInfo infos[] = {
        {.name = "p", .variability = IS_PARAMETER, .slot = 2, .sign = 1},
        {.name = "q", .variability = IS_PARAMETER, .slot = 2, .sign = -1, .is_alias = true},
        {.name = "text", .kind = VALUE_STRING, .slot = 0, .sign = 1},
        {.name = "clock", .variability = IS_CONTINUOUS, .slot = SLOT_TIME, .sign = 1},
        {.name = "x", .variability = IS_CONTINUOUS, .slot = 1, .sign = -1, .is_protected = true},
    };
    double slots[] = {0, 4, 5};
    Model model = {.name = "M", .n_slots = 3, .variables = infos, .n_variables = 5, .v = slots};
    const ResultTable *table = whole_table(u->arena, &model);
    const ResultVariable *v = table->variables;
    CHECK_TRUE(u, result_table_check(u->arena, table) == NULL);
    CHECK_INT(u, table->n_variables, 5);
    CHECK_INT(u, table->n_constants, 1);
    CHECK_TRUE(u, result_value(table, &v[1], 0, slots) == 5);
    CHECK_TRUE(u, result_value(table, &v[2], 0, slots) == -5);
    CHECK_TRUE(u, result_value(table, &v[3], 0.5, slots) == 0.5);
    CHECK_TRUE(u, result_value(table, &v[4], 0, slots) == -4 && v[4].hidden);
}

// A pattern chooses among declared variables, and among derivatives where it asks for them; rows
// have what varies, each slot once.
static void models_give_what_is_asked_for(Unit *u)
{
    static const VariableInfo infos[] = {
        {.name = "p", .variability = IS_PARAMETER, .slot = 1, .sign = 1},
        {.name = "x", .variability = IS_CONTINUOUS, .slot = 2, .sign = 1},
        {.name = "x_alias", .variability = IS_CONTINUOUS, .slot = 2, .sign = -1, .is_alias = true},
        {.name = "y", .variability = IS_CONTINUOUS, .slot = 3, .sign = 1, .is_hidden = true},
    };
    static const VariableInfo slopes[] = {
        {.name = "der(x)", .variability = IS_CONTINUOUS, .slot = 4, .sign = 1}};
    static const struct {
        const char *pattern;
        int variables, slots;
    } rows[] = {{NULL, 3, 1}, {"x", 2, 1}, {"[px]", 3, 1}, {"x|y", 3, 2}, {"der(x)|y", 2, 2}};
    double values[] = {0, 4, 5, 6, 7};
    Model model = {.n_slots = 5, .variables = infos, .n_variables = 4, .v = values};
    model.slopes = slopes, model.n_slopes = 1;
    const char *why = NULL;
    const int32_t *slots;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ResultWish wish = {.pattern = rows[i].pattern};
        wish.derivatives = result_derivatives(wish.pattern);
        const ResultChoice *choice = result_choose(u->arena, &model, &wish, &why);
        const ResultTable *table = result_table_of_model(u->arena, &model, choice);
        CHECK_INT(u, table->n_variables, 1 + rows[i].variables);
        CHECK_TRUE(u, result_table_check(u->arena, table) == NULL);
        CHECK_INT(u, result_slots(u->arena, &model, choice, &slots), rows[i].slots);
    }
    CHECK_TRUE(u, !result_choose(u->arena, &model, &(ResultWish){.pattern = "z"}, &why));
    CHECK_TEXT(u, why, "no variable matches 'z'");
    CHECK_TRUE(u, !result_choose(u->arena, &model, &(ResultWish){.pattern = "("}, &why));
}

UNIT_SUITE(result_files, TEST(models_give_tables), TEST(models_give_what_is_asked_for),
           TEST(csv_round_trip), TEST(mat_round_trip), TEST(memory_keeps_what_it_gets),
           TEST(memory_keeps_long_rows), TEST(two_writers_get_the_same), TEST(units_survive_mat),
           TEST(mat_bytes), TEST(mat_normal_single_precision), TEST(mat_of_another_machine),
           TEST(csv_of_other_tools), TEST(damaged_files_are_explained), TEST(full_disk_is_reported),
           TEST(names_are_found_and_suggested));
