// Calls of external functions: binding by name, arguments from words and back (12.9 of the
// specification).
//
// C: numbers by value, outputs by address, arrays as they are (row major), Integers as int.
// Fortran: everything by address, matrices by columns.
#include <dlfcn.h>
#include <string.h>

#include "program/engine.h"
#include "program/external.h"

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
    case EXTERNAL_INTEGER: return &ffi_type_sint64;
    default: return &ffi_type_pointer;
    }
}

static ffi_type *result_type(const ProgramExternal *e)
{
    if (!e->has_result) return &ffi_type_void;
    switch (e->result) {
    case EXTERNAL_REAL: return &ffi_type_double;
    case EXTERNAL_INTEGER: return &ffi_type_sint;
    default: return &ffi_type_pointer;
    }
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
    e->binding = b;
    if (e->n_arguments <= MOST_ARGUMENTS &&
        ffi_prep_cif(&b->cif, FFI_DEFAULT_ABI, e->n_arguments, result_type(e), b->types) == FFI_OK)
        return true;
    diag_error(s->diag, e->span, E_UNSUPPORTED, "'%s' has too many arguments", e->name);
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
} Call;

static double operand(const Call *c, uint32_t k)
{
    return operand_value(c->e, c->frame, c->operands[k]);
}

static int64_t by_columns(const Array *a, int64_t k)
{
    int64_t rows = a->dims[0], columns = a->count / (rows ? rows : 1);
    return a->rank == 2 ? k % columns * rows + k / columns : k;
}

// Integers become int, Fortran matrices are turned; anything else is passed where it is.
static bool pass_array(Call *c, uint32_t k)
{
    const ExternalArgument *a = &c->external->arguments[k];
    Array *array = word_array(operand(c, k));
    bool turned = is_fortran(c->external) && array->rank > 1;
    if (a->type != EXTERNAL_INTEGER && !turned) {
        c->cells[k].pointer = array->data;
        return true;
    }
    size_t size = a->type == EXTERNAL_INTEGER ? sizeof(int) : sizeof(double);
    void *copy = engine_take(c->e, (size_t)array->count * size + 1);
    if (!copy) return false;
    for (int64_t j = 0; j < array->count; j++) {
        int64_t to = turned ? by_columns(array, j) : j;
        if (a->type == EXTERNAL_INTEGER)
            ((int *)copy)[to] = (int)array->data[j];
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
        array->data[j] = a->type == EXTERNAL_INTEGER ? ((int *)copy)[from] : ((double *)copy)[from];
    }
}

static Cell cell_of(const ExternalArgument *a, double word)
{
    Cell cell;
    switch (a->type) {
    case EXTERNAL_REAL: cell.real = word; break;
    case EXTERNAL_INTEGER: cell.wide = (int64_t)word; break;
    case EXTERNAL_STRING: *(const char **)&cell.pointer = word_string(word); break;
    default: memcpy(&cell, &word, sizeof cell); break;
    }
    return cell;
}

static bool pass(Call *c, uint32_t k, Cell *storage)
{
    const ExternalArgument *a = &c->external->arguments[k];
    c->values[k] = &c->cells[k];
    if (a->is_array) return pass_array(c, k);
    Cell cell = cell_of(a, operand(c, k));
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

static double word_of_cell(ExternalType type, Cell cell)
{
    double word;
    switch (type) {
    case EXTERNAL_REAL: return cell.real;
    case EXTERNAL_INTEGER: return cell.integer;
    default: memcpy(&word, &cell, sizeof word); return word;
    }
}

static void make_call(void *client)
{
    Call *c = client;
    ffi_call(&c->external->binding->cif, c->external->binding->address, &c->result, c->values);
}

static void say(void *client, int is_warning, const char *text)
{
    Engine *e = client;
    (void)is_warning;
    if (e->host) e->host->message(e->host->client, false, NULL, text);
}

static void *allocate(void *client, size_t bytes)
{
    return engine_take(client, bytes);
}

static ModelOutcome run_guarded(Call *c)
{
    const ExternalBinding *b = c->external->binding;
    ExternalServices services = {c->e, say, allocate};
    char error[LONGEST_ERROR];
    if (!b->guard) {
        make_call(c);
        return MODEL_OK;
    }
    if (b->guard(&services, make_call, c, error, sizeof error) == 0) return MODEL_OK;
    return engine_fail(c->e, -1, "'%s': %s", c->external->name, error);
}

ModelOutcome external_call(Engine *e, const Instruction *i, double *frame)
{
    const ProgramExternal *external = &e->program->externals[i->c];
    if (!external->binding)
        return engine_fail(e, -1, "the external function '%s' was not loaded", external->name);
    Call c = {
        .e = e, .external = external, .operands = e->program->operands + i->a, .frame = frame};
    Cell storage[MOST_ARGUMENTS];
    for (uint32_t k = 0; k < external->n_arguments; k++)
        if (!pass(&c, k, storage)) return engine_out_of_memory(e, -1);
    ModelOutcome o = run_guarded(&c);
    if (o != MODEL_OK) return o;
    for (uint32_t k = 0; k < external->n_arguments; k++) {
        const ExternalArgument *a = &external->arguments[k];
        if (a->is_array)
            return_array(&c, k);
        else if (a->is_output)
            frame[c.operands[k]] = word_of_cell(a->type, storage[k]);
    }
    if (external->has_result)
        frame[c.operands[external->n_arguments]] = word_of_cell(external->result, c.result);
    return MODEL_OK;
}
