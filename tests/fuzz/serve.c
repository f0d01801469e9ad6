// A server for mutants: runs commands of tarn in forked children, so that the start of a sanitized
// program is paid once and a crash is the end of one command only.
//
// A line "FOLDER \t SECONDS \t WORD \t WORD..." runs `tarn WORD WORD...` in the folder, with its
// output in FOLDER/.said; the answer is "STATUS CPU_MS MEGABYTES", a signal as a negative status.
// After that much processor time it is interrupted: a run that has much to integrate stops with
// status 3 and says so, and what does not look ends by the signal.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/interrupt.h"

enum { MOST_WORDS = 64, MOST_MEGABYTES = 4000, OWN_TROUBLE = 77, POLL_US = 500 };

static void limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit l = {soft, hard};
    setrlimit(what, &l);
}

static void interrupt(int number)
{
    (void)number;
    raise(SIGINT);
}

static _Noreturn void run(const char *folder, int seconds, int n, const char *const *words)
{
    int said = -1;
    if (chdir(folder) || (said = open(".said", O_WRONLY | O_CREAT | O_TRUNC, 0666)) < 0)
        _exit(OWN_TROUBLE);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    struct itimerval patience = {.it_value = {.tv_sec = seconds}};
    interrupt_open(NULL);
    signal(SIGPROF, interrupt);
    setitimer(ITIMER_PROF, &patience, NULL);
    limit(RLIMIT_CPU, (rlim_t)seconds + 3, (rlim_t)seconds + 5);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 200 << 20, 200 << 20);
    Environment environment = {getenv("MODELICAPATH"), NULL};
    int status = (int)cli_run(n, words, &environment, stdout, stderr);
    fflush(NULL);
    _exit(status);
}

static long resident_megabytes(pid_t child)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)child);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    long total = 0, resident = 0;
    int n = fscanf(file, "%ld %ld", &total, &resident);
    fclose(file);
    return n == 2 ? resident / 256 : 0; // pages of 4 kB
}

// Address space is no measure under the sanitizers: what is resident is looked at from outside.
static void wait_for(pid_t child, int *status, struct rusage *usage)
{
    for (long k = 1; !wait4(child, status, WNOHANG, usage); k++) {
        usleep(k < 100 ? POLL_US : 10 * POLL_US);
        if (k % 20 == 0 && resident_megabytes(child) > MOST_MEGABYTES) kill(child, SIGUSR1);
    }
}

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        const char *words[MOST_WORDS];
        int n = 0;
        for (char *w = strtok(line, "\t"); w && n < MOST_WORDS; w = strtok(NULL, "\t"))
            words[n++] = w;
        if (n < 3) return 2;
        pid_t child = fork();
        if (child < 0) return 2;
        if (!child) run(words[0], atoi(words[1]), n - 2, words + 2);
        int status = 0;
        struct rusage usage = {0};
        wait_for(child, &status, &usage);
        printf("%d %ld %ld\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
               usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000, usage.ru_maxrss >> 10);
        fflush(stdout);
    }
    return 0;
}
