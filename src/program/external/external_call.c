// Calls of external functions: arguments from words and back (12.9 of the specification).
//
// C: numbers by value, outputs by address, arrays as they are (row major), Integers as int, which
// is smaller than an Integer: a number that does not fit is refused; records as structs by address,
// in the layout that libffi computes for their members.
// Fortran: everything by address, matrices by columns; the lengths of strings follow behind all
// arguments, as its compilers expect them.
#include <math.h>
#include <string.h>
#ifndef TARN_PORTABLE
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "program/engine/engine.h"
#include "program/external/external.h"
#include "program/external/guard.h"

static bool is_int(ExternalType type)
{
    return type == EXTERNAL_INTEGER || type == EXTERNAL_BOOLEAN;
}

// ---- Calling -----------------------------------------------------------------------------------

typedef union Cell { // an argument as C sees it
    double real;
    int integer; // outputs and results
    int64_t wide;
    void *pointer;
} Cell;

typedef struct Call {
    Engine *e;
    const ProgramExternal *external;
    const int32_t *operands;
    double *frame;
    Cell cells[MOST_ARGUMENTS];
    void *values[MOST_ARGUMENTS]; // addresses of what is passed
    Cell result;
    void *result_struct;
    double unfit; // an Integer that is no int; 0 without
} Call;

static double operand(const Call *c, uint32_t k)
{
    uint32_t first = c->external->arguments[k].first;
    return operand_value(c->e, c->frame, c->operands[first]);
}

static int64_t by_columns(const Array *a, int64_t k)
{
    int64_t rows = a->dims[0], columns = a->count / (rows ? rows : 1);
    return a->rank == 2 ? k % columns * rows + k / columns : k;
}

// What the function sets may have no value yet.
static int64_t to_int(Call *c, bool is_output, double value)
{
    bool fits = value >= INT32_MIN && value <= INT32_MAX;
    if (!fits && !(is_output && isnan(value))) c->unfit = value;
    return fits ? (int64_t)value : 0;
}

// Where a wrong declaration must not do harm, the last byte is followed by a page that nobody may
// touch.
static void *space(Call *c, size_t bytes)
{
#ifdef TARN_PORTABLE
    return engine_take(c->e, bytes + 1);
#else
    if (!c->e->is_fenced) return engine_take(c->e, bytes + 1);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (bytes + page - 1) / page * page;
    char *at = mmap(NULL, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return NULL;
    mprotect(at + used, page, PROT_NONE);
    return at + used - bytes;
#endif
}

// Integers become int, Fortran matrices are turned; anything else is passed where it is.
static bool pass_array(Call *c, uint32_t k)
{
    const ExternalArgument *a = &c->external->arguments[k];
    Array *array = word_array(operand(c, k));
    bool turned = c->external->binding->is_fortran && array->rank > 1;
    if (!is_int(a->type) && !turned && !c->e->is_fenced) {
        c->cells[k].pointer = array->data;
        return true;
    }
    size_t size = is_int(a->type) ? sizeof(int) : sizeof(double);
    void *copy = space(c, (size_t)array->count * size);
    if (!copy) return false;
    for (int64_t j = 0; j < array->count; j++) {
        int64_t to = turned ? by_columns(array, j) : j;
        if (is_int(a->type))
            ((int *)copy)[to] = (int)to_int(c, a->is_output, array->data[j]);
        else
            ((double *)copy)[to] = array->data[j];
    }
    c->cells[k].pointer = copy;
    return true;
}

static void return_array(Call *c, uint32_t k)
{
    const ExternalArgument *a = &c->external->arguments[k];
    Array *array = word_array(operand(c, k));
    void *copy = c->cells[k].pointer;
    if (copy == array->data || !a->is_output) return;
    bool turned = c->external->binding->is_fortran && array->rank > 1;
    for (int64_t j = 0; j < array->count; j++) {
        int64_t from = turned ? by_columns(array, j) : j;
        array->data[j] = a->type == EXTERNAL_BOOLEAN   ? ((int *)copy)[from] != 0
                         : a->type == EXTERNAL_INTEGER ? ((int *)copy)[from]
                                                       : ((double *)copy)[from];
    }
}

static Cell cell_of(Call *c, ExternalType type, bool is_output, double word)
{
    Cell cell;
    switch (type) {
    case EXTERNAL_REAL: cell.real = word; break;
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: cell.wide = to_int(c, is_output, word); break;
    case EXTERNAL_STRING: *(const char **)&cell.pointer = word_string(word); break;
    default: memcpy(&cell, &word, sizeof cell); break;
    }
    return cell;
}

static double word_of_cell(ExternalType type, Cell cell)
{
    double word;
    switch (type) {
    case EXTERNAL_REAL: return cell.real;
    case EXTERNAL_INTEGER: return cell.integer;
    case EXTERNAL_BOOLEAN: return cell.integer != 0;
    default: memcpy(&word, &cell, sizeof word); return word;
    }
}

// ---- Structs -----------------------------------------------------------------------------------

static void put_member(Call *c, ExternalType type, bool is_output, double word, void *to)
{
    Cell cell = cell_of(c, type, is_output, word);
    if (is_int(type))
        *(int *)to = (int)cell.wide;
    else
        memcpy(to, &cell, sizeof cell);
}

static Cell member_cell(ExternalType type, const void *from)
{
    Cell cell = {.wide = 0};
    if (is_int(type))
        cell.integer = *(const int *)from;
    else
        memcpy(&cell, from, sizeof cell);
    return cell;
}

typedef struct StructWords { // the words of a record on their way into a struct or out of it
    Call *c;
    const int32_t *operands;
    bool is_back, is_output;
} StructWords;

static void move_struct(StructWords *w, const ExternalStruct *s, const ffi_type *type, char *at)
{
    size_t offset = 0;
    for (uint32_t i = 0; i < s->n_members; i++) {
        const ffi_type *member = type->elements[i];
        size_t align = member->alignment ? member->alignment : 1;
        offset = (offset + align - 1) / align * align;
        ExternalType kind = s->members[i].type;
        if (kind == EXTERNAL_RECORD)
            move_struct(w, s->members[i].inside, member, at + offset);
        else if (w->is_back)
            w->c->frame[*w->operands++] = word_of_cell(kind, member_cell(kind, at + offset));
        else
            put_member(w->c, kind, w->is_output,
                       operand_value(w->c->e, w->c->frame, *w->operands++), at + offset);
        offset += member->size;
    }
}

static bool pass_struct(Call *c, uint32_t k)
{
    const ExternalArgument *a = &c->external->arguments[k];
    const ffi_type *type = c->external->binding->structs[k];
    void *at = engine_take(c->e, type->size + 1);
    if (!at) return false;
    memset(at, 0, type->size);
    StructWords words = {c, c->operands + a->first, false, a->is_output};
    move_struct(&words, a->structure, type, at);
    c->cells[k].pointer = at;
    return true;
}

static void return_struct(Call *c, const ExternalArgument *a, const ffi_type *type, void *at)
{
    StructWords words = {c, c->operands + a->first, true, a->is_output};
    move_struct(&words, a->structure, type, at);
}

// ---- The whole call ----------------------------------------------------------------------------

static bool pass(Call *c, uint32_t k, Cell *storage)
{
    const ExternalArgument *a = &c->external->arguments[k];
    c->values[k] = &c->cells[k];
    if (a->type == EXTERNAL_RECORD) return pass_struct(c, k);
    if (a->is_array) return pass_array(c, k);
    Cell cell = cell_of(c, a->type, a->is_output, operand(c, k));
    bool is_text = a->type == EXTERNAL_STRING;
    bool by_address = a->is_output || (c->external->binding->is_fortran && !is_text);
    if (by_address) {
        storage[k] = cell;
        c->cells[k].pointer = &storage[k];
    } else {
        c->cells[k] = cell;
    }
    return true;
}

static void pass_lengths(Call *c)
{
    uint32_t n = c->external->n_arguments;
    for (uint32_t k = 0; k < c->external->n_arguments; k++) {
        if (!external_has_length(c->external, k)) continue;
        c->cells[n].wide = (int64_t)strlen(word_string(operand(c, k)));
        c->values[n] = &c->cells[n];
        n++;
    }
}

// Addresses and whole numbers have registers of their own, and so have doubles, each counted by
// themselves [System V ABI for x86-64, 3.2.3; AAPCS64, 6.8.2]: a few of both are passed as if the
// first came before the second, whatever the order of the declaration.
static double call_in_registers(const Call *c)
{
    typedef double Function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, double, double,
                            double, double);
    const ExternalBinding *b = c->external->binding;
    int64_t w[MOST_WHOLE] = {0};
    double r[MOST_REAL] = {0};
    uint32_t n_whole = 0, n_real = 0;
    for (uint32_t k = 0; k < b->n_passed; k++) {
        if (b->types[k] == &ffi_type_double)
            r[n_real++] = c->cells[k].real;
        else
            w[n_whole++] = c->cells[k].wide;
    }
    return ((Function *)b->address)(w[0], w[1], w[2], w[3], w[4], w[5], r[0], r[1], r[2], r[3]);
}

static void make_call(void *client)
{
    Call *c = client;
    if (c->external->binding->is_in_registers) {
        c->result.real = call_in_registers(c);
        return;
    }
    void *result = c->result_struct ? c->result_struct : &c->result;
    ffi_call(&c->external->binding->cif, c->external->binding->address, result, c->values);
}

static void say(void *client, int is_warning, const char *text)
{
    const Call *c = client;
    MessageKind kind = is_warning ? MESSAGE_WARNING : MESSAGE_REMARK;
    if (c->e->host) c->e->host->message(c->e->host->client, kind, NULL, text);
}

static void *allocate(void *client, size_t bytes)
{
    const Call *c = client;
    return engine_take(c->e, bytes);
}

// Code that crashed once is not entered again: its memory may be in any state.
static ModelOutcome run_guarded(Call *c, int32_t site)
{
    ExternalBinding *b = c->external->binding;
    GuardedCall g; // member by member: the text of an error is long, and most calls have none
    g.call = make_call;
    g.client = c;
    g.message = say;
    g.allocate = allocate;
    g.lets_faults_pass = b->lets_faults_pass;
    GuardOutcome outcome = b->broken ? GUARD_BROKEN : guard_run(&g);
    if (outcome == GUARD_DONE) return MODEL_OK;
    if (outcome == GUARD_ERROR)
        return engine_fail(c->e, site, "'%s': %s", c->external->name, g.error);
    if (!b->broken) b->broken = arena_copy_text(c->e->arena, g.error, strlen(g.error));
    return engine_fail(c->e, site, "'%s': %s", c->external->name, b->broken);
}

static ModelOutcome refuse_unfit(const Call *c, int32_t site)
{
    return engine_fail(c->e, site, "the Integer %.0f is too large for the int of '%s' in C",
                       c->unfit, c->external->name);
}

static void take_results(Call *c, const Cell *storage)
{
    const ProgramExternal *external = c->external;
    for (uint32_t k = 0; k < external->n_arguments; k++) {
        const ExternalArgument *a = &external->arguments[k];
        if (a->is_output && a->type == EXTERNAL_RECORD)
            return_struct(c, a, external->binding->structs[k], c->cells[k].pointer);
        else if (a->is_array)
            return_array(c, k);
        else if (a->is_output)
            c->frame[c->operands[a->first]] = word_of_cell(a->type, storage[k]);
    }
    if (!external->has_result) return;
    const ExternalArgument *r = &external->result;
    if (c->result_struct)
        return_struct(c, r, external->binding->result, c->result_struct);
    else
        c->frame[c->operands[r->first]] = word_of_cell(r->type, c->result);
}

// Most calls at run time are of tables: a few words in registers, a word back. The words are laid
// there at once.
static ModelOutcome call_plainly(Call *c, int32_t site)
{
    const ProgramExternal *external = c->external;
    for (uint32_t k = 0; k < external->n_arguments; k++)
        c->cells[k] = cell_of(c, external->arguments[k].type, false, operand(c, k));
    if (c->unfit != 0) return refuse_unfit(c, site);
    ModelOutcome o = run_guarded(c, site);
    if (o == MODEL_OK) c->frame[c->operands[external->result.first]] = c->result.real;
    return o;
}

ModelOutcome external_call(Engine *e, const Instruction *i, double *frame)
{
    const int32_t *operands = e->program->operands + i->a;
    if (e->diary) diary_note(e, i->c, operands, frame);
    return external_call_with(e, i->c, operands, frame, i->b);
}

ModelOutcome external_call_with(Engine *e, int32_t number, const int32_t *operands, double *frame,
                                int32_t site)
{
    const ProgramExternal *external = &e->program->externals[number];
    if (!external->binding)
        return engine_fail(e, site, "the external function '%s' was not loaded", external->name);
    Call c; // its arrays are filled as far as there are arguments
    c.e = e;
    c.external = external;
    c.operands = operands;
    c.frame = frame;
    c.result.wide = 0;
    c.result_struct = NULL;
    c.unfit = 0;
    if (external->binding->is_plain) return call_plainly(&c, site);
    Cell storage[MOST_ARGUMENTS];
    for (uint32_t k = 0; k < external->n_arguments; k++)
        if (!pass(&c, k, storage)) return engine_out_of_memory(e, -1);
    if (external->binding->is_fortran) pass_lengths(&c);
    if (c.unfit != 0) return refuse_unfit(&c, site);
    bool is_struct = external->has_result && external->result.type == EXTERNAL_RECORD;
    if (is_struct) { // libffi may write a whole register
        c.result_struct = engine_take(e, external->binding->result->size + sizeof(Cell));
        if (!c.result_struct) return engine_out_of_memory(e, -1);
    }
    ModelOutcome o = run_guarded(&c, site);
    if (o == MODEL_OK) take_results(&c, storage);
    return o;
}
