// Routines for the rows of a result that has only some of the variables.
//
// Between the ends of steps nobody looks at a variable but the file, and the conditions of
// assertions. Going back through `derivatives` and `outputs` from what these want, the instructions
// that lead there are found; they are the routine of a row. What a branch writes, it may write; so
// only code outside of branches makes older values of a word idle. Cost: one pass over the code.
#include <string.h>

#include "program/program.h"

// A routine of its own is worth its code where it saves this part of the work. In instructions; a
// call or an unknown of a loop counts as a guess at what it takes.
static const double most_kept = 0.7;
enum { COST_OF_CALL = 20, COST_OF_UNKNOWN = 20 };

typedef VEC(int32_t) WordVec;

typedef struct BlockWords { // what a loop reads and writes, with the loops inside it
    WordVec reads, writes;
    bool is_known;
} BlockWords;

typedef struct Slice {
    Program *p;
    Arena *work;
    bool *is_needed; // by word: of what stands in front
    BlockWords *blocks;
    int32_t *seen_for; // by block: the one, + 1, that it was looked at for
    double cost, kept_cost;
    bool has_failed; // there is something that this cannot cut
} Slice;

// ---- Loops -----------------------------------------------------------------------------------

static void note_word(Slice *s, WordVec *to, int32_t word)
{
    if (word >= 0 && word < s->p->model.n_slots) VEC_PUSH(s->work, to, word);
}

static void note_routine(Slice *s, BlockWords *b, int32_t routine, WordVec *inside)
{
    if (routine == NO_ROUTINE) return;
    const Routine *r = &s->p->routines[routine];
    for (uint32_t k = r->first; k < r->first + r->count; k++) {
        const Instruction *i = &s->p->code[k];
        if (i->code == I_SOLVE) VEC_PUSH(s->work, inside, i->c);
        InstructionWords w = instruction_words(s->p, i);
        for (uint32_t n = 0; n < w.n_reads; n++) note_word(s, &b->reads, w.reads[n]);
        for (uint32_t n = 0; n < w.n_list; n++) note_word(s, &b->reads, w.list[n]);
        for (uint32_t n = 0; n < w.n_results; n++) note_word(s, &b->writes, w.results[n]);
    }
}

static const BlockWords *block_words(Slice *s, int32_t block)
{
    BlockWords *b = &s->blocks[block];
    if (b->is_known) return b;
    b->is_known = true;
    WordVec waiting = {0};
    VEC_PUSH(s->work, &waiting, block);
    for (uint32_t at = 0; at < waiting.count; at++) {
        int32_t number = waiting.data[at];
        if (s->seen_for[number] == block + 1) continue;
        s->seen_for[number] = block + 1;
        const BlockInfo *info = &s->p->model.blocks[number];
        for (int32_t k = 0; k < info->n; k++) note_word(s, &b->writes, info->unknown_slots[k]);
        for (int32_t k = 0; k < info->n_discrete; k++)
            note_word(s, &b->writes, info->discrete_slots[k]);
        const int32_t routines[] = {info->residual, info->jacobian, info->sizes, info->guesses,
                                    info->n_discrete ? info->update_discrete : NO_ROUTINE};
        for (int k = 0; k < 5; k++) note_routine(s, b, routines[k], &waiting);
        if (info->whole != NO_BLOCK) VEC_PUSH(s->work, &waiting, info->whole);
    }
    return b;
}

// ---- Going back through a routine ------------------------------------------------------------

static void need(Slice *s, int32_t operand)
{
    if (operand >= 0) s->is_needed[operand] = true;
}

static bool is_any_needed(const Slice *s, const int32_t *words, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (s->is_needed[words[k]]) return true;
    return false;
}

static bool is_jump(const Instruction *i)
{
    return i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
}

static double cost_of(const Slice *s, const Instruction *i)
{
    if (i->code == I_SOLVE) return COST_OF_UNKNOWN * s->p->model.blocks[i->c].n;
    return i->code == I_CALL ? COST_OF_CALL : 1;
}

static bool cannot_be_cut(const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_STORE:
    case I_EXTERNAL:
    case I_MARK:
    case I_KEEP_ALL:
    case I_RELEASE:
    case I_KEEP_ARRAY:
    case I_KEEP_STRING: return true;
    default: return false;
    }
}

static bool leads_to_needed(Slice *s, const Instruction *i, const InstructionWords *w)
{
    if (i->code != I_SOLVE) return is_any_needed(s, w->results, w->n_results);
    const BlockWords *b = block_words(s, i->c);
    return is_any_needed(s, b->writes.data, b->writes.count);
}

static void need_reads(Slice *s, const Instruction *i, const InstructionWords *w)
{
    for (uint32_t k = 0; k < w->n_reads; k++) need(s, w->reads[k]);
    for (uint32_t k = 0; k < w->n_list; k++) need(s, w->list[k]);
    if (i->code != I_SOLVE) return;
    const BlockWords *b = block_words(s, i->c);
    for (uint32_t k = 0; k < b->reads.count; k++) need(s, b->reads.data[k]);
}

// By instruction: how many branches it is inside of.
static uint32_t *branches_around(Slice *s, const Routine *r)
{
    uint32_t *around = ARENA_ARRAY(s->work, uint32_t, r->count + 2);
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &s->p->code[r->first + k];
        if (is_jump(i) && (uint32_t)i->c <= k) s->has_failed = true;
        if (!is_jump(i) || s->has_failed) continue;
        around[k + 1]++;
        around[i->c]--;
    }
    for (uint32_t k = 1; k < r->count; k++) around[k] += around[k - 1];
    return around;
}

// By instruction: is it kept? `says`: messages are.
static const bool *slice_routine(Slice *s, int32_t routine, bool says)
{
    if (routine == NO_ROUTINE) return NULL;
    const Routine *r = &s->p->routines[routine];
    bool *is_kept = ARENA_ARRAY(s->work, bool, r->count + 1);
    uint32_t *kept_from = ARENA_ARRAY(s->work, uint32_t, r->count + 1);
    const uint32_t *around = branches_around(s, r);
    for (uint32_t k = r->count; k-- > 0 && !s->has_failed;) {
        const Instruction *i = &s->p->code[r->first + k];
        InstructionWords w = instruction_words(s->p, i);
        bool keep = is_jump(i) ? kept_from[k + 1] > kept_from[i->c]
                    : i->code == I_ASSERT || i->code == I_MESSAGE ? says
                                                                  : leads_to_needed(s, i, &w);
        if (keep && cannot_be_cut(i)) s->has_failed = true;
        for (uint32_t n = 0; keep && !around[k] && n < w.n_results; n++)
            s->is_needed[w.results[n]] = false;
        if (keep) need_reads(s, i, &w);
        is_kept[k] = keep;
        kept_from[k] = kept_from[k + 1] + keep;
        s->cost += cost_of(s, i);
        s->kept_cost += keep ? cost_of(s, i) : 0;
    }
    return is_kept;
}

// ---- Assertions that can fail between events -------------------------------------------------

// Of what moves between events; a word that is written in a branch counts as moving.
static void spread_motion(Slice *s, int32_t routine, bool *moves)
{
    if (routine == NO_ROUTINE) return;
    const Routine *r = &s->p->routines[routine];
    const uint32_t *around = branches_around(s, r);
    for (uint32_t k = 0; k < r->count && !s->has_failed; k++) {
        const Instruction *i = &s->p->code[r->first + k];
        InstructionWords w = instruction_words(s->p, i);
        bool is_moving = around[k] || i->code == I_DELAYED || i->code == I_TRANSPORTED;
        for (uint32_t n = 0; n < w.n_reads; n++) is_moving |= w.reads[n] >= 0 && moves[w.reads[n]];
        for (uint32_t n = 0; n < w.n_list; n++) is_moving |= w.list[n] >= 0 && moves[w.list[n]];
        for (uint32_t n = 0; n < w.n_results; n++) moves[w.results[n]] = is_moving;
        if (i->code != I_SOLVE) continue;
        const BlockWords *b = block_words(s, i->c);
        for (uint32_t n = 0; n < b->writes.count; n++) moves[b->writes.data[n]] = true;
    }
}

static const int32_t *moving_asserts(Slice *s, Arena *out, int32_t *n)
{
    const Model *m = &s->p->model;
    bool is_any = false;
    for (int32_t i = 0; i < m->n_asserts; i++) is_any |= !m->asserts[i].is_steady;
    *n = 0;
    if (!is_any) return NULL;
    bool *moves = ARENA_ARRAY(s->work, bool, s->p->n_words + 1);
    moves[SLOT_TIME] = true;
    for (int32_t i = 0; i < m->n_states; i++) moves[m->states[i].slot] = true;
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].causality == IS_INPUT && m->variables[i].slot >= 0)
            moves[m->variables[i].slot] = true;
    spread_motion(s, m->derivatives, moves);
    spread_motion(s, m->outputs, moves);
    spread_motion(s, m->asserts_routine, moves);
    int32_t *numbers = ARENA_ARRAY(out, int32_t, m->n_asserts + 1);
    for (int32_t i = 0; i < m->n_asserts; i++)
        if (!m->asserts[i].is_steady && moves[m->asserts[i].failed_slot]) numbers[(*n)++] = i;
    return numbers;
}

// ---- The new routines ------------------------------------------------------------------------

static uint32_t count_of(const Slice *s, int32_t routine)
{
    return routine == NO_ROUTINE ? 0 : s->p->routines[routine].count;
}

// Appends what is kept of a routine; jumps keep their targets.
static void append(Slice *s, int32_t routine, const bool *is_kept, uint32_t first)
{
    if (routine == NO_ROUTINE) return;
    Program *p = s->p;
    const Routine *r = &p->routines[routine];
    uint32_t *place = ARENA_RAW(s->work, uint32_t, r->count + 1), begin = p->n_code - first;
    for (uint32_t k = 0, n = 0; k <= r->count; k++) {
        place[k] = begin + n;
        n += k < r->count && is_kept[k];
    }
    for (uint32_t k = 0; k < r->count; k++) {
        if (!is_kept[k]) continue;
        Instruction i = p->code[r->first + k];
        if (is_jump(&i)) i.c = (int32_t)place[i.c];
        p->code[p->n_code++] = i;
    }
}

static int32_t close_routine(Program *p, const char *name, uint32_t first)
{
    p->code[p->n_code++] = (Instruction){.code = I_RETURN};
    p->routines[p->n_routines] =
        (Routine){.name = name, .first = first, .count = p->n_code - first};
    return (int32_t)p->n_routines++;
}

static uint32_t count_kept(const Slice *s, int32_t routine, const bool *is_kept)
{
    uint32_t n = 0;
    for (uint32_t k = 0; is_kept && k < count_of(s, routine); k++) n += is_kept[k];
    return n;
}

// `more`: instructions.
static void make_room(Slice *s, uint32_t more, Arena *out)
{
    Program *p = s->p;
    size_t size = sizeof *p->code;
    p->code = arena_grow(out, p->code, p->n_code * size, (p->n_code + more) * size,
                         _Alignof(Instruction));
    Routine *routines = ARENA_RAW(out, Routine, p->n_routines + 3);
    memcpy(routines, p->routines, p->n_routines * sizeof *routines);
    p->routines = routines;
}

static bool has_impure_functions(const Program *p)
{
    for (uint32_t i = 0; i < p->n_externals; i++)
        if (p->externals[i].is_impure) return true;
    return false;
}

// Behind the slices: of what stands in front of them.
static const int32_t *needed_states(const Slice *s, Arena *out, int32_t *n)
{
    const Model *m = &s->p->model;
    int32_t *states = ARENA_RAW(out, int32_t, m->n_states + 1);
    for (int32_t i = 0; i < m->n_states; i++)
        if (s->is_needed[m->states[i].slot]) states[(*n)++] = i;
    return states;
}

static RowInfo *make_routines(Slice *s, const int32_t *slots, int32_t n_slots, Arena *out)
{
    const Model *m = &s->p->model;
    RowInfo *rows = ARENA_NEW(out, RowInfo);
    *rows = (RowInfo){.slots = ARENA_COPY(out, int32_t, slots, (size_t)n_slots),
                      .n_slots = n_slots,
                      .asserts = NO_ROUTINE};
    rows->moving_asserts = moving_asserts(s, out, &rows->n_moving_asserts);
    for (int32_t i = 0; i < rows->n_moving_asserts; i++)
        s->is_needed[m->asserts[rows->moving_asserts[i]].failed_slot] = true;
    const bool *asserts = NULL;
    if (rows->n_moving_asserts) asserts = slice_routine(s, m->asserts_routine, false);
    s->cost = s->kept_cost = 0;
    for (int32_t i = 0; i < n_slots; i++) need(s, slots[i]);
    const bool *outputs = slice_routine(s, m->outputs, true);
    const bool *derivatives = slice_routine(s, m->derivatives, true);
    if (s->has_failed || s->kept_cost > most_kept * s->cost) return NULL;
    rows->states = needed_states(s, out, &rows->n_states);
    uint32_t n_outputs = count_kept(s, m->outputs, outputs), n_returns = 3;
    make_room(s,
              count_kept(s, m->derivatives, derivatives) + 2 * n_outputs +
                  count_kept(s, m->asserts_routine, asserts) + n_returns,
              out);
    uint32_t first = s->p->n_code, begin = first;
    append(s, m->derivatives, derivatives, first);
    append(s, m->outputs, outputs, first);
    rows->routine = close_routine(s->p, "rows", first);
    first = s->p->n_code;
    append(s, m->outputs, outputs, first);
    rows->behind = close_routine(s->p, "rows behind derivatives", first);
    first = s->p->n_code;
    if (rows->n_moving_asserts) {
        append(s, m->asserts_routine, asserts, first);
        rows->asserts = close_routine(s->p, "asserts of rows", first);
    }
    for (uint32_t k = begin; k < s->p->n_code; k++) rows->solves |= s->p->code[k].code == I_SOLVE;
    return rows;
}

void program_make_rows(Program *p, const int32_t *slots, int32_t n_slots, Arena *out)
{
    if (has_impure_functions(p)) return;
    Arena *work = arena_open("rows");
    Slice s = {.p = p,
               .work = work,
               .is_needed = ARENA_ARRAY(work, bool, p->n_words + 1),
               .blocks = ARENA_ARRAY(work, BlockWords, p->model.n_blocks + 1),
               .seen_for = ARENA_ARRAY(work, int32_t, p->model.n_blocks + 1)};
    p->model.rows = make_routines(&s, slots, n_slots, out);
    arena_close(work);
}
