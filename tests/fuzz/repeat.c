// repeat N WORD... -- runs `tarn WORD...` N times in one process, as a program that embeds the
// library does, and prints the resident kilobytes after a tenth of the runs and after all.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static long resident_kilobytes(void)
{
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    int n = fscanf(file, "%ld %ld", &total, &resident);
    fclose(file);
    return n == 2 ? resident * (sysconf(_SC_PAGESIZE) / 1024) : 0;
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[1]) : 0, early = 0;
    if (n < 10) return 2;
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere) return 2;
    Environment environment = {0};
    for (long k = 1; k <= n; k++) {
        int status =
            (int)cli_run(argc - 2, (const char *const *)argv + 2, &environment, nowhere, nowhere);
        if (status) return status;
        if (k == n / 10) early = resident_kilobytes();
    }
    printf("%ld %ld\n", early, resident_kilobytes());
    return 0;
}
