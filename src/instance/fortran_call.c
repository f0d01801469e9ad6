#include "instance/fortran_call.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ffi.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_CALL = 20 }; // seconds, of processor time: more than a dense matrix of a parameter

// ---- Arguments -----------------------------------------------------------------------------

bool fortran_argument_open(FortranArgument *a, size_t bytes, bool is_text)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t used = (bytes + page - 1) / page * page;
    *a = (FortranArgument){.bytes = bytes, .is_text = is_text, .mapped = used + page};
    a->pages = mmap(NULL, a->mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (a->pages == MAP_FAILED) return false;
    mprotect((char *)a->pages + used, page, PROT_NONE);
    a->data = (char *)a->pages + used - bytes;
    return true;
}

void fortran_argument_close(FortranArgument *a)
{
    munmap(a->pages, a->mapped);
}

// ---- In the child ----------------------------------------------------------------------------

static bool symbol_name(const ExternalCall *call, char name[64])
{
    return snprintf(name, 64, "%s_", call->symbol) < 64;
}

// As the system calls the library, or the implementation this program uses itself.
static void *symbol_in_libraries(const ExternalCall *call, const char *name)
{
    static const char *const endings[] = {".so", ".so.3"};
    for (uint32_t i = 0; i < call->n_libraries; i++) {
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            char file[256];
            int n = snprintf(file, sizeof file, "lib%s%s", call->libraries[i], endings[k]);
            void *handle = n < (int)sizeof file ? dlopen(file, RTLD_LAZY) : NULL;
            void *symbol = handle ? dlsym(handle, name) : NULL;
            if (symbol) return symbol;
        }
    }
    return NULL;
}

static bool call_symbol(void *symbol, const FortranArgument *args, uint32_t n)
{
    ffi_type *types[2 * FORTRAN_ARGUMENTS];
    void *values[2 * FORTRAN_ARGUMENTS];
    void *addresses[FORTRAN_ARGUMENTS];
    size_t lengths[FORTRAN_ARGUMENTS];
    uint32_t m = 0;
    for (; m < n; m++) {
        addresses[m] = args[m].data;
        types[m] = &ffi_type_pointer;
        values[m] = &addresses[m];
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!args[i].is_text) continue;
        lengths[i] = args[i].bytes - 1; // without the zero behind it
        types[m] = sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
        values[m++] = &lengths[i];
    }
    ffi_cif cif;
    void (*function)(void);
    memcpy(&function, &symbol, sizeof function);
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, m, &ffi_type_void, types) != FFI_OK) return false;
    ffi_call(&cif, function, NULL, values);
    return true;
}

// Its messages are nobody's, and it leaves no memory image behind.
static void become_quiet(void)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    struct rlimit none = {0, 0}, longest = {LONGEST_CALL, LONGEST_CALL};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &longest);
    alarm(3 * LONGEST_CALL); // one that waits for something uses no processor time
}

enum { CHILD_DONE = 67, CHILD_FAILED }; // not 0: a subroutine may end the program with that

static _Noreturn void run_child(const ExternalCall *call, const FortranArgument *args, uint32_t n)
{
    char name[64];
    become_quiet();
    if (!symbol_name(call, name)) _exit(CHILD_FAILED);
    void *symbol = dlsym(RTLD_DEFAULT, name);
    if (!symbol) symbol = symbol_in_libraries(call, name);
    bool done = symbol && (!args || call_symbol(symbol, args, n));
    _exit(done ? CHILD_DONE : CHILD_FAILED);
}

// ---- In the parent ---------------------------------------------------------------------------

bool fortran_run(const ExternalCall *call, const FortranArgument *args, uint32_t n)
{
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) run_child(call, args, n);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false; // somebody else collects children
    return WIFEXITED(status) && WEXITSTATUS(status) == CHILD_DONE;
}

bool fortran_exists(const ExternalCall *call)
{
    char name[64];
    if (strcmp(call->language, "FORTRAN 77") != 0 || !symbol_name(call, name)) return false;
    if (dlsym(RTLD_DEFAULT, name)) return true;
    return call->n_libraries && fortran_run(call, NULL, 0); // looks only
}
