#include "cli/result_input.h"

static const Span nowhere = {0, 0};

ResultFile *result_input_open(Cli *cli, const char *path)
{
    const char *why = NULL;
    ResultFile *f = result_file_open(cli->session->arena, path, &why);
    if (!f) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    return f;
}

const Trajectory *result_input_load(Cli *cli, ResultFile *f, const ResultVariable *const *wanted,
                                    uint32_t n, const char *path)
{
    const char *why = NULL;
    const Trajectory *t = result_file_load(f, cli->session->arena, wanted, n, &why);
    if (!t) diag_error(cli->session->diag, nowhere, E_FILE, "%s", why);
    if (t && !t->n_rows) diag_error(cli->session->diag, nowhere, E_FILE, "'%s' has no rows", path);
    return t && t->n_rows ? t : NULL;
}
