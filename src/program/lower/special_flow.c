// What is known of the words of a function, along its code. Operations on constants are made,
// branches that they decide become plain jumps, elements of known arrays are found, and what is
// moved is read where it came from.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "program/engine/arithmetic.h"
#include "program/engine/engine.h"
#include "program/lower/special_code.h"

// By word: a constant operand, a word with the same value that is assigned once, or this.
static const int32_t unknown = INT32_MIN;

typedef struct Flow {
    Body *y;
    Arena *arena; // of this round
    Code out;
    int32_t *value;   // by word, where the pass is
    int32_t **at;     // by instruction: the same for all jumps that lead there; NULL: none does
    uint32_t *n_sets; // by word
    uint32_t
        *made_by; // by word that is set once: the instruction of `out` that makes an array, + 1
    bool is_reached;
} Flow;

static int32_t resolved(const Flow *f, int32_t operand)
{
    return operand < 0 || f->value[operand] == unknown ? operand : f->value[operand];
}

static void resolve_reads(Flow *f, Instruction *i)
{
    Body *y = f->y;
    uint32_t n_inputs = i->code == I_CALL ? (uint32_t)y->b->functions.data[i->c].n_inputs : i->n;
    for (const char *letters = instruction_letters(i); *letters; letters++) switch (*letters) {
        case 'a': i->a = resolved(f, i->a); break;
        case 'b': i->b = resolved(f, i->b); break;
        case 'L':
        case 'M':
        case 'F': {
            int32_t *first;
            operand_list(y->b, i, &first);
            for (uint32_t k = 0; k < n_inputs; k++)
                y->operands.data[*first + (int32_t)k] =
                    resolved(f, y->operands.data[*first + (int32_t)k]);
            break;
        }
        default: break;
        }
}

static bool number_of(const Builder *b, int32_t operand, double *value)
{
    if (operand >= 0 || b->constant_kinds.data[-1 - operand] != CONSTANT_NUMBER) return false;
    *value = b->constants.data[-1 - operand];
    return true;
}

static const Array *constant_array(const Builder *b, int32_t operand)
{
    if (operand >= 0 || b->constant_kinds.data[-1 - operand] != CONSTANT_ARRAY) return NULL;
    return word_array(b->constants.data[-1 - operand]);
}

static const Instruction *maker_of(const Flow *f, int32_t operand)
{
    if (operand < 0 || !f->made_by[operand]) return NULL;
    return &f->out.data[f->made_by[operand] - 1];
}

// Sizes of an array that is known; NULL: it is not.
static const int32_t *sizes_of(const Flow *f, int32_t operand, int32_t *rank)
{
    const Array *a = constant_array(f->y->b, operand);
    const Instruction *maker = maker_of(f, operand);
    const ArrayShape *shape = maker ? &f->y->b->shapes.data[maker->a] : NULL;
    if (!a && !shape) return NULL;
    *rank = a ? a->rank : shape->rank;
    return a ? a->dims : shape->dims;
}

// The place of an element with constant subscripts; -1: outside, or not known.
static int64_t place_of(const Flow *f, const Instruction *i)
{
    int32_t rank;
    const int32_t *sizes = sizes_of(f, i->a, &rank);
    if (!sizes || rank != (int32_t)i->n) return -1;
    int64_t place = 0;
    for (uint32_t k = 0; k < i->n; k++) {
        double subscript;
        if (!number_of(f->y->b, f->y->operands.data[i->c + (int32_t)k], &subscript)) return -1;
        if (!(subscript >= 1 && subscript <= sizes[k]) || subscript != floor(subscript)) return -1;
        place = place * sizes[k] + (int64_t)subscript - 1;
    }
    return place;
}

static void simplify_element(const Flow *f, Instruction *i)
{
    int64_t place = place_of(f, i);
    if (place < 0) return;
    const Array *a = constant_array(f->y->b, i->a);
    if (a) {
        *i = moved(i->d, builder_constant(f->y->b, a->data[place]));
        return;
    }
    int32_t element = f->y->operands.data[maker_of(f, i->a)->c + (int32_t)place];
    if (element < 0 || f->n_sets[element] <= 1) *i = moved(i->d, element);
}

static void simplify_size(const Flow *f, Instruction *i)
{
    int32_t rank;
    double dimension;
    const int32_t *sizes = sizes_of(f, i->a, &rank);
    if (!sizes || !number_of(f->y->b, i->b, &dimension)) return;
    if (dimension >= 1 && dimension <= rank)
        *i = moved(i->d, builder_constant(f->y->b, sizes[(int32_t)dimension - 1]));
}

static void simplify_whole(const Flow *f, Instruction *i)
{
    double value;
    if (!number_of(f->y->b, i->a, &value) || i->n) return;
    if (fabs(value) <= (double)LARGEST_INTEGER)
        *i = moved(i->d, builder_constant(f->y->b, value + 0.0));
}

// Of an operation on numbers; x*1, x/1 and x - 0 have the bits of x.
static void simplify_arithmetic(const Flow *f, Instruction *i)
{
    double a, b = 0;
    bool has_two = instruction_has_two(i);
    bool knows_a = number_of(f->y->b, i->a, &a);
    bool knows_b = has_two && number_of(f->y->b, i->b, &b);
    InstructionCode code = (InstructionCode)i->code;
    if (knows_a && (knows_b || !has_two))
        *i = moved(i->d, builder_constant(f->y->b, arithmetic(code, a, b)));
    else if (knows_b && (((code == I_MUL || code == I_DIV) && b == 1) ||
                         (code == I_SUB && b == 0 && !signbit(b))))
        *i = moved(i->d, i->a);
    else if (knows_a && code == I_MUL && a == 1)
        *i = moved(i->d, i->b);
}

static void simplify(const Flow *f, Instruction *i)
{
    if (i->code < I_JUMP && i->code != I_MOVE) simplify_arithmetic(f, i);
    if (i->code == I_ELEMENT) simplify_element(f, i);
    if (i->code == I_SIZE) simplify_size(f, i);
    if (i->code == I_WHOLE) simplify_whole(f, i);
}

static void note_results(Flow *f, const Instruction *i)
{
    Program view = view_of(f->y);
    InstructionWords w = instruction_words(&view, i);
    for (uint32_t k = 0; k < w.n_results; k++) f->value[w.results[k]] = unknown;
    bool stays = i->code == I_MOVE && (i->a < 0 || f->n_sets[i->a] <= 1);
    if (stays && i->a != i->d) f->value[i->d] = i->a;
    if (i->code == I_ARRAY && f->n_sets[i->d] == 1) f->made_by[i->d] = f->out.count;
}

static void join(const Flow *f, int32_t *into, const int32_t *other)
{
    for (int32_t w = 0; w < f->y->n_words; w++)
        if (into[w] != other[w]) into[w] = unknown;
}

static void leave_to(Flow *f, int32_t target)
{
    size_t n = (size_t)f->y->n_words;
    if (f->at[target]) {
        join(f, f->at[target], f->value);
        return;
    }
    f->at[target] = ARENA_RAW(f->arena, int32_t, n + 1);
    memcpy(f->at[target], f->value, n * sizeof *f->value);
}

static void arrive(Flow *f, uint32_t at)
{
    if (!f->at[at]) return;
    if (f->is_reached)
        join(f, f->value, f->at[at]);
    else
        memcpy(f->value, f->at[at], (size_t)f->y->n_words * sizeof *f->value);
    f->is_reached = true;
}

static void pass_instruction(Flow *f, Instruction i)
{
    double condition;
    resolve_reads(f, &i);
    bool is_decided = i.code == I_JUMP_IF_ZERO && number_of(f->y->b, i.a, &condition);
    if (is_decided && condition != 0) return;
    if (is_decided) i = (Instruction){.code = I_JUMP, .c = i.c};
    if (is_jump(&i)) leave_to(f, i.c);
    if (i.code == I_JUMP) f->is_reached = false;
    simplify(f, &i);
    VEC_PUSH(f->y->scratch, &f->out, i);
    if (!is_jump(&i)) note_results(f, &i);
}

static void count_sets(const Body *y, uint32_t *n_sets)
{
    Program view = view_of(y);
    for (uint32_t k = 0; k < y->code.count; k++) {
        InstructionWords w = instruction_words(&view, &y->code.data[k]);
        for (uint32_t j = 0; j < w.n_results; j++) n_sets[w.results[j]]++;
    }
}

void pass_ahead(Body *y)
{
    Arena *arena = arena_open("what is known");
    size_t n = (size_t)y->n_words + 1;
    Flow f = {.y = y, .arena = arena, .is_reached = true};
    uint32_t *place = ARENA_ARRAY(arena, uint32_t, y->code.count + 1);
    f.value = ARENA_RAW(arena, int32_t, n);
    f.at = ARENA_ARRAY(arena, int32_t *, y->code.count + 1);
    f.n_sets = ARENA_ARRAY(arena, uint32_t, n);
    f.made_by = ARENA_ARRAY(arena, uint32_t, n);
    for (size_t w = 0; w < n; w++) f.value[w] = unknown;
    count_sets(y, f.n_sets);
    for (uint32_t k = 0; k < y->code.count; k++) {
        arrive(&f, k);
        place[k] = f.out.count;
        if (f.is_reached) pass_instruction(&f, y->code.data[k]);
    }
    lead_jumps(&f.out, place);
    y->code = f.out;
    arena_close(arena);
}
