// tests/python/test_*.py: the Python package, by Debian's pytest.
//
// The package of the tree uses the library of this build (TARN_LIBRARY); TARN_PROGRAM is the
// program beside it. Under the address sanitizer its runtime is loaded before Python.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "testing.h"

#if defined(__SANITIZE_ADDRESS__)
static const char before[] = "LD_PRELOAD=$(gcc -print-file-name=libasan.so) PYTHONMALLOC=malloc "
                             "ASAN_OPTIONS=detect_leaks=0 ";
#else
static const char before[] = "";
#endif

static void read_output(TestCase *t, FILE *from)
{
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, from));)
        text_add_bytes(&t->difference, block, n);
}

TestOutcome test_python(TestCase *t)
{
    const char *name = strrchr(t->path, '/') + 1;
    if (strncmp(name, "test_", 5)) return TEST_PASSED; // read by the tests
    const char *command = arena_printf(
        t->arena,
        "TARN_PROGRAM='%s' TARN_LIBRARY='%.*s/exports/libtarn.so' PYTHONPATH=python "
        "PYTHONDONTWRITEBYTECODE=1 %stimeout -k 5 300 /usr/bin/python3 -m pytest -q -p "
        "no:cacheprovider '%s' 2>&1",
        t->program, (int)(strrchr(t->program, '/') - t->program), t->program, before, t->path);
    FILE *output = popen(command, "r");
    if (output) read_output(t, output);
    int status = output ? pclose(output) : -1;
    if (status == 0) t->difference.length = 0;
    return status == 0 ? TEST_PASSED : TEST_FAILED;
}
