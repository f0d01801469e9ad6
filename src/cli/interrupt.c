#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/side_file.h"
#include "program/external/cache.h"
#include "results/result_writer.h"

enum { PATIENCE = 1, LONGEST_PATH = 4200, PARENTS = 2, FOLDERS = 4 };

// The mutable file-scope data of the program: a signal handler can reach nothing else.
static struct {
    volatile int interrupted; // the flag of the run; the number of the signal
    volatile bool is_watched;
    ResultWriter *volatile writer;                      // whose rows are rescued; NULL: none
    char side[LONGEST_PATH], words[LONGEST_PATH + 100]; // of a result that stays unfinished
    char folders[PARENTS * FOLDERS][LONGEST_PATH];
} state;

// All that follows runs inside the handler: the system's calls only.
static void remove_folder(const char *path)
{
    if (!path[0] || access(path, F_OK) != 0) return;
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", path, (char *)NULL);
        _exit(1);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static void end_by(int number)
{
    ResultWriter *writer = state.writer;
    state.writer = NULL; // once: another signal may come while it works
    if (writer) result_writer_rescue(writer);
    for (int k = 0; k < PARENTS * FOLDERS; k++) remove_folder(state.folders[k]);
    if (state.is_watched && state.side[0] && access(state.side, F_OK) == 0)
        (void)!write(STDERR_FILENO, state.words, strlen(state.words));
    coverage_write();
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number);
}

static void handle(int number)
{
    if (number == SIGALRM) {
        if (state.interrupted) end_by(state.interrupted);
        return;
    }
    if (!state.is_watched || state.interrupted) end_by(number);
    state.interrupted = number;
    alarm(PATIENCE);
}

static void install(int number)
{
    struct sigaction action = {.sa_handler = handle}, before;
    sigemptyset(&action.sa_mask);
    if (number == SIGHUP && sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    sigaction(number, &action, NULL);
}

void interrupt_open(const char *cache_folder)
{
    const char *const parents[PARENTS] = {cache_folder, WORK_FOLDER_PARENT};
    for (int k = 0; k < PARENTS * FOLDERS; k++) {
        const char *parent = parents[k / FOLDERS];
        int n = parent ? snprintf(state.folders[k], LONGEST_PATH, WORK_FOLDER, parent,
                                  (long)getpid(), k % FOLDERS)
                       : LONGEST_PATH;
        if (n >= LONGEST_PATH) state.folders[k][0] = '\0';
    }
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) install(numbers[k]);
    signal(SIGCHLD, SIG_DFL); // who ignores it never learns how a compiler ended
    signal(SIGXFSZ, SIG_IGN); // a file that must not grow fails like one on a full disk
}

const volatile int *interrupt_flag(void)
{
    return &state.interrupted;
}

void interrupt_begin(const char *output)
{
    state.side[0] = '\0';
    if (output && strlen(output) + sizeof SIDE_FILE_ENDING <= LONGEST_PATH) {
        snprintf(state.side, sizeof state.side, "%s%s", output, SIDE_FILE_ENDING);
        snprintf(state.words, sizeof state.words, "interrupted: the rows so far are in '%s'\n",
                 state.side);
    }
    state.interrupted = 0;
    state.is_watched = true;
}

void interrupt_rescue(ResultWriter *writer)
{
    state.writer = writer;
}

void interrupt_end(void)
{
    state.writer = NULL;
    state.is_watched = false;
    alarm(0);
}
