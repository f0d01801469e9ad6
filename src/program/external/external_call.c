// Calls of external functions: binding by name, arguments from words and back (12.9 of the
// specification).
//
// C: numbers by value, outputs by address, arrays as they are (row major), Integers as int, which
// is smaller than an Integer: a number that does not fit is refused; records as structs by address,
// in the layout that libffi computes for their members.
// Fortran: everything by address, matrices by columns.
#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include "program/engine/engine.h"
#include "program/external/external.h"

enum { MOST_ARGUMENTS = 64, LONGEST_ERROR = 4000 };

// ---- Binding -----------------------------------------------------------------------------------

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_texts(const char *const *a, uint32_t n, const char *const *b, uint32_t m)
{
    if (n != m) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!same_text(a[i], b[i])) return false;
    return true;
}

static bool same_library(const ProgramExternal *a, const ProgramExternal *b)
{
    return same_text(a->language, b->language) &&
           same_texts(a->libraries, a->n_libraries, b->libraries, b->n_libraries) &&
           same_texts(a->includes, a->n_includes, b->includes, b->n_includes) &&
           same_text(a->include_directory, b->include_directory) &&
           same_text(a->library_directory, b->library_directory) &&
           same_text(a->source_directory, b->source_directory);
}

static bool is_int(ExternalType type)
{
    return type == EXTERNAL_INTEGER || type == EXTERNAL_BOOLEAN;
}

static bool is_fortran(const ProgramExternal *e)
{
    return !strcmp(e->language, "FORTRAN 77");
}

// Integers are passed with 64 bits: `int` takes the lower half, and a size is a size_t in C.
static ffi_type *type_of(const ProgramExternal *e, const ExternalArgument *a)
{
    if (is_fortran(e) || a->is_array || a->is_output) return &ffi_type_pointer;
    switch (a->type) {
    case EXTERNAL_REAL: return &ffi_type_double;
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: return &ffi_type_sint64;
    default: return &ffi_type_pointer;
    }
}

static ffi_type *type_of_struct(const ExternalStruct *s, Arena *out);

static ffi_type *type_of_value(ExternalType type, const ExternalStruct *structure, Arena *out)
{
    switch (type) {
    case EXTERNAL_REAL: return &ffi_type_double;
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: return &ffi_type_sint;
    case EXTERNAL_RECORD: return type_of_struct(structure, out);
    default: return &ffi_type_pointer;
    }
}

static ffi_type *type_of_struct(const ExternalStruct *s, Arena *out)
{
    ffi_type *type = ARENA_NEW(out, ffi_type);
    type->type = FFI_TYPE_STRUCT;
    type->elements = ARENA_ARRAY(out, ffi_type *, s->n_members + 1); // ends with NULL
    for (uint32_t i = 0; i < s->n_members; i++)
        type->elements[i] = type_of_value(s->members[i].type, s->members[i].inside, out);
    return type;
}

// Structs that are passed by address are laid out as if they were results.
static bool lay_out_structs(const ProgramExternal *e, ExternalBinding *b, Arena *out)
{
    b->structs = ARENA_ARRAY(out, ffi_type *, e->n_arguments + 1);
    for (uint32_t k = 0; k < e->n_arguments; k++) {
        ffi_cif layout;
        if (e->arguments[k].type != EXTERNAL_RECORD) continue;
        b->structs[k] = type_of_struct(e->arguments[k].structure, out);
        if (ffi_prep_cif(&layout, FFI_DEFAULT_ABI, 0, b->structs[k], NULL) != FFI_OK) return false;
    }
    return true;
}

static void *find_symbol(Arena *a, const ProgramExternal *e, const ExternalLibrary *library)
{
    const char *symbol = is_fortran(e) ? arena_printf(a, "%s_", e->symbol) : e->symbol;
    for (uint32_t i = 0; i < library->n_handles; i++) {
        void *found = dlsym(library->handles[i], symbol);
        if (found) return found;
    }
    return dlsym(RTLD_DEFAULT, symbol);
}

static bool bind(Session *s, ProgramExternal *e, const ExternalLibrary *library, Arena *out)
{
    ExternalBinding *b = ARENA_NEW(out, ExternalBinding);
    void *symbol = find_symbol(out, e, library);
    if (!symbol) {
        diag_error(s->diag, e->span, E_EXTERNAL_CODE,
                   "the %s function '%s' of '%s' is not in the libraries of its annotation",
                   is_fortran(e) ? "Fortran" : "C", e->symbol, e->name);
        return false;
    }
    *(void **)&b->address = symbol;
    b->guard = library->guard;
    b->types = ARENA_ARRAY(out, ffi_type *, e->n_arguments + 1);
    for (uint32_t k = 0; k < e->n_arguments; k++) b->types[k] = type_of(e, &e->arguments[k]);
    b->result = &ffi_type_void;
    if (e->has_result) b->result = type_of_value(e->result.type, e->result.structure, out);
    e->binding = b;
    if (e->n_arguments <= MOST_ARGUMENTS && lay_out_structs(e, b, out) &&
        ffi_prep_cif(&b->cif, FFI_DEFAULT_ABI, e->n_arguments, b->result, b->types) == FFI_OK)
        return true;
    diag_error(s->diag, e->span, E_UNSUPPORTED, "a call of '%s' with these arguments", e->name);
    return false;
}

bool program_bind_externals(Session *s, Program *p, const char *cache_folder, Arena *out)
{
    VEC(ExternalLibrary) libraries = {0};
    for (uint32_t i = 0; i < p->n_externals; i++) {
        ProgramExternal *e = &p->externals[i];
        uint32_t k = 0;
        while (k < libraries.count && !same_library(libraries.data[k].like, e)) k++;
        if (k == libraries.count) {
            ExternalLibrary library;
            if (!external_library_open(s, e, e->name, cache_folder, out, &library)) return false;
            VEC_PUSH(out, &libraries, library);
        }
        if (!bind(s, e, &libraries.data[k], out)) return false;
    }
    return true;
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

// Integers become int, Fortran matrices are turned; anything else is passed where it is.
static bool pass_array(Call *c, uint32_t k)
{
    const ExternalArgument *a = &c->external->arguments[k];
    Array *array = word_array(operand(c, k));
    bool turned = is_fortran(c->external) && array->rank > 1;
    if (!is_int(a->type) && !turned) {
        c->cells[k].pointer = array->data;
        return true;
    }
    size_t size = is_int(a->type) ? sizeof(int) : sizeof(double);
    void *copy = engine_take(c->e, (size_t)array->count * size + 1);
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
    bool turned = is_fortran(c->external) && array->rank > 1;
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
    bool by_address = a->is_output || (is_fortran(c->external) && !is_text);
    if (by_address) {
        storage[k] = cell;
        c->cells[k].pointer = &storage[k];
    } else {
        c->cells[k] = cell;
    }
    return true;
}

static void make_call(void *client)
{
    Call *c = client;
    void *result = c->result_struct ? c->result_struct : &c->result;
    ffi_call(&c->external->binding->cif, c->external->binding->address, result, c->values);
}

static void say(void *client, int is_warning, const char *text)
{
    Engine *e = client;
    (void)is_warning;
    if (e->host) e->host->message(e->host->client, MESSAGE_WARNING, NULL, text);
}

static void *allocate(void *client, size_t bytes)
{
    return engine_take(client, bytes);
}

static ModelOutcome run_guarded(Call *c, int32_t site)
{
    const ExternalBinding *b = c->external->binding;
    ExternalServices services = {c->e, say, allocate};
    char error[LONGEST_ERROR];
    if (!b->guard) {
        make_call(c);
        return MODEL_OK;
    }
    if (b->guard(&services, make_call, c, error, sizeof error) == 0) return MODEL_OK;
    return engine_fail(c->e, site, "'%s': %s", c->external->name, error);
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

ModelOutcome external_call(Engine *e, const Instruction *i, double *frame)
{
    const ProgramExternal *external = &e->program->externals[i->c];
    if (!external->binding)
        return engine_fail(e, i->b, "the external function '%s' was not loaded", external->name);
    Call c = {
        .e = e, .external = external, .operands = e->program->operands + i->a, .frame = frame};
    Cell storage[MOST_ARGUMENTS];
    for (uint32_t k = 0; k < external->n_arguments; k++)
        if (!pass(&c, k, storage)) return engine_out_of_memory(e, -1);
    if (c.unfit != 0)
        return engine_fail(e, i->b, "the Integer %.0f is too large for the int of '%s' in C",
                           c.unfit, external->name);
    bool is_struct = external->has_result && external->result.type == EXTERNAL_RECORD;
    if (is_struct) { // libffi may write a whole register
        c.result_struct = engine_take(e, external->binding->result->size + sizeof(Cell));
        if (!c.result_struct) return engine_out_of_memory(e, -1);
    }
    ModelOutcome o = run_guarded(&c, i->b);
    if (o == MODEL_OK) take_results(&c, storage);
    return o;
}
