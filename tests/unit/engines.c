// Engines against each other: random programs, the interpreter as the oracle, bit by bit.
//
// The interpreter is C compiled by the system's compiler; the native engine encodes its own
// instructions. A wrong bit anywhere shows. NaNs count as equal whatever their payload, which
// depends on the order of operands a compiler chooses.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/lower/builder.h"
#include "program/native/machine.h"
#include "unit/unit.h"

// The sanitizers make every program a hundred times slower.
#ifdef __SANITIZE_ADDRESS__
enum { SLOTS = 24, N_PROGRAMS = 60 };
#else
enum { SLOTS = 24, N_PROGRAMS = 1500 };
#endif

typedef struct Random {
    uint64_t state;
} Random;

static uint32_t random_below(Random *r, uint32_t n)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % n;
}

static double random_number(Random *r)
{
    static const double special[] = {0, -0.0, 1, -1, 2, 0.5, 1e300, 1e-300, INFINITY, -INFINITY, 3};
    uint32_t kind = random_below(r, 8);
    if (kind == 0) return special[random_below(r, sizeof special / sizeof *special)];
    double x = ((double)random_below(r, 2000001) - 1000000) / 1e5;
    return kind == 1 ? floor(x) : x;
}

typedef struct Writer { // a random routine or function body under construction
    Builder *b;
    Random *r;
    int32_t first_word; // words below may be read and written at any time
    int32_t function;   // that may be called; -1: none
    int depth;
    bool has_no_checks; // of Integers
} Writer;

// Any word written so far on every path, or a constant.
static int32_t random_operand(Writer *w)
{
    uint32_t kind = random_below(w->r, 10);
    if (kind == 0) return builder_constant(w->b, random_number(w->r));
    return (int32_t)random_below(w->r, (uint32_t)w->b->next_word);
}

static int32_t random_destination(Writer *w)
{
    if (random_below(w->r, 3)) return builder_word(w->b);
    return (int32_t)random_below(w->r, (uint32_t)w->first_word);
}

static void random_call(Writer *w)
{
    int32_t operands[3] = {random_operand(w), random_operand(w), random_destination(w)};
    builder_emit(w->b, (Instruction){.code = I_CALL,
                                     .c = w->function,
                                     .d = builder_operands(w->b, operands, 3),
                                     .n = 3});
}

// What an Integer operation leaves, in a range where it cannot fail: an engine that leaves a
// routine need not have stored everything.
static void random_whole(Writer *w)
{
    int32_t a = emit_binary(w->b, I_MAX, random_operand(w), builder_constant(w->b, -1e6));
    a = emit_unary(w->b, I_TRUNCATE, emit_binary(w->b, I_MIN, a, builder_constant(w->b, 1e6)));
    builder_emit(w->b, (Instruction){.code = I_WHOLE, .d = random_destination(w), .a = a, .c = -1});
}

static void random_code(Writer *w, uint32_t n);

// Words that one arm writes are not read behind it: next_word goes back.
static void random_branch(Writer *w)
{
    int32_t condition = random_operand(w);
    if (random_below(w->r, 2))
        condition = emit_binary(w->b, (InstructionCode)(I_LT + random_below(w->r, 6)), condition,
                                random_operand(w));
    int32_t before = w->b->next_word;
    uint32_t otherwise = emit_jump(w->b, I_JUMP_IF_ZERO, condition);
    random_code(w, 6);
    w->b->next_word = before;
    uint32_t end = emit_jump(w->b, I_JUMP, 0);
    patch_jump(w->b, otherwise);
    random_code(w, 4);
    w->b->next_word = before;
    patch_jump(w->b, end);
}

static void random_loop(Writer *w)
{
    int32_t counter = builder_word(w->b), one = builder_constant(w->b, 1);
    builder_emit(w->b, (Instruction){.code = I_MOVE, .d = counter, .a = builder_constant(w->b, 0)});
    uint32_t begin = builder_here(w->b);
    int32_t go =
        emit_binary(w->b, I_LT, counter, builder_constant(w->b, 1 + random_below(w->r, 4)));
    uint32_t exit = emit_jump(w->b, I_JUMP_IF_ZERO, go);
    int32_t before = w->b->next_word;
    random_code(w, 8);
    w->b->next_word = before;
    builder_emit(w->b, (Instruction){.code = I_ADD, .d = counter, .a = counter, .b = one});
    builder_emit(w->b, (Instruction){.code = I_JUMP, .c = (int32_t)begin});
    patch_jump(w->b, exit);
}

static void random_code(Writer *w, uint32_t n)
{
    n = 1 + random_below(w->r, n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t kind = random_below(w->r, 40);
        if (kind == 0 && w->depth < 3) {
            w->depth++;
            random_branch(w);
            w->depth--;
        } else if (kind == 1 && w->depth < 2) {
            w->depth++;
            random_loop(w);
            w->depth--;
        } else if (kind == 2 && w->function >= 0) {
            random_call(w);
        } else if (kind == 3 && !w->has_no_checks) {
            random_whole(w);
        } else {
            // Arithmetic is more frequent than the functions of libm.
            InstructionCode code =
                (InstructionCode)random_below(w->r, random_below(w->r, 5) ? I_SIN : I_JUMP);
            int32_t a = random_operand(w), b = random_operand(w);
            int32_t d = random_destination(w);
            builder_emit(w->b, (Instruction){.code = (uint16_t)code, .d = d, .a = a, .b = b});
        }
    }
}

// ---- Repetitions -------------------------------------------------------------------------------

enum { LONGEST_WINDOW = 6, MOST_ROUNDS = 40, MANY_SLOTS = 160 };

typedef struct Repeated { // an operand, in every round
    int32_t base, step;   // of words; step 0: a word or a constant that stays
    int32_t of;           // the instruction of the window that computes it; -1: none
} Repeated;

static Repeated random_repeated(Writer *w, int32_t j)
{
    uint32_t kind = random_below(w->r, 12);
    int32_t word = (int32_t)random_below(w->r, MANY_SLOTS - 2 * MOST_ROUNDS);
    if (kind < 4 && j > 0) return (Repeated){0, 0, (int32_t)random_below(w->r, (uint32_t)j)};
    if (kind < 9) return (Repeated){word, 1, -1};
    if (kind < 10) return (Repeated){word, 2, -1};
    if (kind < 11) return (Repeated){word, 0, -1};
    return (Repeated){builder_constant(w->b, random_number(w->r)), 0, -1};
}

static int32_t in_round(const Repeated *o, const int32_t *results, int32_t round)
{
    return o->of >= 0 ? results[o->of] : o->base + o->step * round;
}

// A window of instructions again and again, as array equations give it: words go on by one, and
// now and then by two, or what a round writes is read in another one, or one round is different.
static void random_repetition(Writer *w)
{
    int32_t period = 1 + (int32_t)random_below(w->r, LONGEST_WINDOW), results[LONGEST_WINDOW];
    int32_t rounds = 4 + (int32_t)random_below(w->r, MOST_ROUNDS - 4);
    int32_t odd = random_below(w->r, 4) ? -1 : (int32_t)random_below(w->r, (uint32_t)rounds);
    Repeated a[LONGEST_WINDOW], b[LONGEST_WINDOW];
    int32_t written[LONGEST_WINDOW];
    uint16_t code[LONGEST_WINDOW];
    for (int32_t j = 0; j < period; j++) {
        code[j] = (uint16_t)random_below(w->r, random_below(w->r, 20) ? I_FLOOR : I_JUMP);
        if ((code[j] == I_POW || code[j] == I_SIGN) && random_below(w->r, 4)) code[j] = I_SUB;
        a[j] = random_repeated(w, j);
        b[j] = random_repeated(w, j);
        bool is_slot = j == period - 1 || random_below(w->r, 5) == 0;
        written[j] = is_slot ? (int32_t)random_below(w->r, MANY_SLOTS - MOST_ROUNDS) : -1;
    }
    for (int32_t round = 0; round < rounds; round++)
        for (int32_t j = 0; j < period; j++) {
            int32_t from = round == odd && j == 0 ? 0 : in_round(&a[j], results, round);
            int32_t other = in_round(&b[j], results, round);
            results[j] = written[j] >= 0 ? written[j] + round : builder_word(w->b);
            builder_emit(w->b,
                         (Instruction){.code = code[j], .d = results[j], .a = from, .b = other});
        }
}

// ---- Programs ----------------------------------------------------------------------------------

static Program *finish(Builder *b, Arena *out, int32_t n_slots, Random *r)
{
    Program *p = ARENA_NEW(out, Program);
    builder_finish(b, p);
    p->model.n_slots = n_slots;
    p->n_words = b->most_words;
    p->start = ARENA_ARRAY(out, double, p->n_words + 1);
    for (int k = 0; k < n_slots; k++) p->start[k] = random_number(r);
    return p;
}

static Program *repetitive_program(Arena *out, uint64_t seed)
{
    Random r = {seed * 91 + 5};
    Builder b;
    builder_open(&b, out, out);
    for (int k = 0; k < 2; k++) {
        Writer w = {&b, &r, MANY_SLOTS, -1, 0, false};
        builder_begin(&b, MANY_SLOTS);
        for (int j = 0; j < 4; j++) random_repetition(&w);
        builder_routine(&b, "routine");
    }
    return finish(&b, out, MANY_SLOTS, &r);
}

static Program *random_program(Arena *out, uint64_t seed)
{
    Random r = {seed * 77 + 1};
    Builder b;
    builder_open(&b, out, out);
    Writer inner = {&b, &r, 4, -1, 0, false};
    builder_begin(&b, 4); // two inputs, an output, a local
    b.most_words = 4;
    random_code(&inner, 20);
    ProgramFunction f = {.name = "f", .n_inputs = 2, .n_outputs = 1, .n_variables = 4};
    f.body = builder_end(&b, "f");
    f.n_words = b.most_words;
    VEC_PUSH(out, &b.functions, f);
    b.most_words = 0;
    for (int k = 0; k < 3; k++) {
        Writer w = {&b, &r, SLOTS, 0, 0, false};
        builder_begin(&b, SLOTS);
        random_code(&w, 150);
        builder_routine(&b, "routine");
    }
    return finish(&b, out, SLOTS, &r);
}

// What code for four runs does by itself.
static Program *plain_program(Arena *out, uint64_t seed)
{
    Random r = {seed * 55 + 3};
    Builder b;
    builder_open(&b, out, out);
    for (int k = 0; k < 3; k++) {
        Writer w = {&b, &r, SLOTS, -1, 0, true};
        builder_begin(&b, SLOTS);
        random_code(&w, 100);
        builder_routine(&b, "routine");
    }
    return finish(&b, out, SLOTS, &r);
}

static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// The first slot that differs after all routines ran; -1: none.
static int first_difference(const Program *p, Model *expected, Model *actual)
{
    for (int32_t k = 0; k < (int32_t)p->n_routines; k++) {
        expected->call(expected->self, k);
        actual->call(actual->self, k);
        for (int s = 0; s < p->model.n_slots; s++)
            if (!same_bits(expected->v[s], actual->v[s])) return s;
    }
    return -1;
}

static void check_against_interpreter(Unit *u, Program *(*make)(Arena *, uint64_t), bool plain)
{
    for (uint64_t seed = 0; seed < N_PROGRAMS; seed++) {
        Arena *a = arena_open("program");
        Program *p = make(a, seed);
        Text complaint = text_make(a);
        Model *oracle = program_interpret(p, a), *native = program_native_for(p, a, plain);
        if (!CHECK_TRUE(u, program_check(p, &complaint))) {
            text_printf(&u->failures, "seed %d: %s\n", (int)seed, text_cstr(&complaint));
        } else if (native) {
            int slot = first_difference(p, oracle, native);
            if (!CHECK_INT(u, slot, -1)) text_printf(&u->failures, "seed %d\n", (int)seed);
        }
        if (native) native->close(native->self);
        bool failed = u->failures.length > 0;
        arena_close(a);
        if (failed) return;
    }
}

static void check_native(Unit *u)
{
    check_against_interpreter(u, random_program, false);
}

static void check_native_plain(Unit *u)
{
    check_against_interpreter(u, random_program, true);
}

static void check_repetitions(Unit *u)
{
    check_against_interpreter(u, repetitive_program, false);
}

// Four runs side by side, each from values of its own, against four of the interpreter; where they
// part nothing more is compared. Returns the first slot that differs; -1: none.
static int first_difference_of_wide(const Program *p, Model *const *one_by_one, WideEngine *wide)
{
    for (int32_t k = 0; k < (int32_t)p->n_routines; k++) {
        if (wide_call(wide, k)) return -1;
        for (int i = 0; i < WIDE; i++) {
            one_by_one[i]->call(one_by_one[i]->self, k);
            for (int s = 0; s < p->model.n_slots; s++)
                if (!same_bits(one_by_one[i]->v[s], wide_words(wide)[WIDE * s + i])) return s;
        }
    }
    return -1;
}

static void check_wide(Unit *u)
{
    for (uint64_t seed = 0; seed < N_PROGRAMS && !u->failures.length; seed++) {
        Arena *a = arena_open("program");
        Random r = {seed * 31 + 7};
        Program *p = plain_program(a, seed);
        WideEngine *wide = program_native_wide(p, NULL, a);
        Model *one_by_one[WIDE];
        for (int i = 0; wide && i < WIDE; i++) {
            one_by_one[i] = program_interpret(p, a);
            for (int s = 0; s < p->model.n_slots; s++) {
                if (seed % 3) one_by_one[i]->v[s] += (double)random_below(&r, 3) * 1e-3;
                wide_words(wide)[WIDE * s + i] = one_by_one[i]->v[s];
            }
        }
        if (wide && !CHECK_INT(u, first_difference_of_wide(p, one_by_one, wide), -1))
            text_printf(&u->failures, "seed %d\n", (int)seed);
        arena_close(a);
    }
}

// The system's compiler takes its time: a few programs, which are long.
static void check_c_text(Unit *u)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        Arena *a = arena_open("program");
        SourceTable *sources = sources_open(a);
        Session s = {.arena = a, .sources = sources, .diag = diag_open(a, sources)};
        Program *p = random_program(a, seed * 1000);
        Model *oracle = program_interpret(p, a), *compiled = program_compiled(&s, p, a);
        if (compiled) {
            CHECK_INT(u, first_difference(p, oracle, compiled), -1);
            compiled->close(compiled->self);
        }
        // Without a compiler there is nothing to compare; anything else is a mistake of ours.
        if (!CHECK_TRUE(u, compiled || diag_at(s.diag, 0)->code == E_NO_COMPILER))
            text_printf(&u->failures, "%s\n", diag_at(s.diag, 0)->message);
        arena_close(a);
    }
}

// A large program asks for its room at once, and fills it as a small one does.
static void check_room_for_code(Unit *u)
{
    if (!machine_is_known()) return;
    CodeBuffer c = {0};
    machine_open(&c, false);
    machine_expect(&c, 5000000);
    CHECK_TRUE(u, c.bytes && c.count == 0 && c.room >= 5000000 && !c.failed);
    machine_move(&c, 0, 1);
    CHECK_TRUE(u, c.count > 0 && machine_finish(&c));
    machine_discard(&c);
    CHECK_TRUE(u, !c.bytes);
}

UNIT_SUITE(engines, TEST(check_room_for_code), TEST(check_native), TEST(check_native_plain),
           TEST(check_repetitions), TEST(check_wide), TEST(check_c_text));
