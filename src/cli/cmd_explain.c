// tarn explain: what the structural analysis found, as text, as JSON or as a page.
#include "cli/cli.h"
#include "cli/pipeline.h"
#include "pages/page.h"

static bool write_page(Cli *cli, const Pipeline *p)
{
    Arena *arena = cli->session->arena;
    const char *path = cli->options->html, *why = NULL;
    Text data = text_make(arena), safe = text_make(arena), title = text_make(arena);
    Text page = text_make(arena);
    explain_page(p->causal, &data);
    page_json(&safe, data.data, data.length);
    page_escape(&title, p->loaded.model);
    PageSlot slots[] = {{"title", title.data, title.length}, {"data", safe.data, safe.length}};
    if (!page_make(&page, "explain.html", slots, sizeof slots / sizeof *slots, &why)) {
        diag_error(cli->session->diag, (Span){0, 0}, E_FILE, "%s", why);
        return false;
    }
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(page.data, 1, page.length, f) == page.length;
    if (f && fclose(f) != 0) ok = false;
    if (!ok) diag_error(cli->session->diag, (Span){0, 0}, E_FILE, "'%s' cannot be written", path);
    return ok;
}

ExitStatus cmd_explain(Cli *cli)
{
    Pipeline p = {.session = cli->session, .options = cli->options};
    PipelineOutcome outcome = pipeline_run(&p, cli->options->words.data[0], STAGE_CAUSAL);
    bool is_written = true;
    if (outcome == PIPELINE_DONE && cli->options->html) {
        is_written = write_page(cli, &p);
    } else if (outcome == PIPELINE_DONE) {
        Text t = text_make(cli->session->arena);
        if (cli->options->json)
            pipeline_explain_json(&p, &t);
        else
            explain_text(p.causal, &t);
        fputs(text_cstr(&t), cli->out);
    }
    pipeline_close(&p);
    return is_written ? cli_status(cli, outcome) : STATUS_USAGE;
}
