#include "tarn/report/explanation.h"

#include "pages/page.h"

static void add_json(Text *out, const Text *json)
{
    Text data = *json; // a NUL is put behind it
    page_json(out, text_cstr(&data), data.length);
}

bool explanation_page(const Pipeline *p, const Text *profile, const Text *initial, Text *out,
                      const char **why)
{
    Arena *arena = arena_open("explanation");
    Text none = text_make(arena), data = text_make(arena), safe = text_make(arena);
    Text run = text_make(arena), start = text_make(arena), title = text_make(arena);
    text_add(&none, "null");
    explain_page(p->causal, &data);
    add_json(&safe, &data);
    add_json(&run, profile ? profile : &none);
    add_json(&start, initial ? initial : &none);
    page_escape(&title, p->loaded.model);
    PageSlot slots[] = {{"title", title.data, title.length},
                        {"data", safe.data, safe.length},
                        {"run", run.data, run.length},
                        {"initial", start.data, start.length}};
    bool is_made = page_make(out, "explain.html", slots, sizeof slots / sizeof *slots, why);
    arena_close(arena);
    return is_made;
}

bool explanation_broken_page(const Pipeline *p, Text *out, const char **why)
{
    Arena *arena = arena_open("page");
    Text data = text_make(arena), safe = text_make(arena), title = text_make(arena);
    Text lines = text_make(arena), safe_lines = text_make(arena);
    broken_json(p->broken, p->session->diag, p->loaded.model, &data);
    broken_sources(p->broken, p->session->sources, p->flat->span, &lines);
    page_json(&safe, data.data, data.length);
    page_json(&safe_lines, lines.data, lines.length);
    page_escape(&title, p->loaded.model);
    PageSlot slots[] = {{"title", text_cstr(&title), title.length},
                        {"data", safe.data, safe.length},
                        {"sources", safe_lines.data, safe_lines.length}};
    bool is_made = page_make(out, "broken.html", slots, sizeof slots / sizeof *slots, why);
    arena_close(arena);
    return is_made;
}
