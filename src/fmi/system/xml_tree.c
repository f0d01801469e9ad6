#include "fmi/system/xml_tree.h"

#include <expat.h>
#include <string.h>

enum { DEEPEST = 200, LARGEST = 1 << 26 };

typedef struct Growing {
    Arena *out;
    XML_Parser parser;
    XmlElement *open[DEEPEST], *last[DEEPEST]; // by depth: the element, and its last child
    int depth;
    XmlElement *root;
    const char *failure;
} Growing;

static const char *without_prefix(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static const char *copied(const Growing *g, const char *text)
{
    return arena_copy_text(g->out, text, strlen(text));
}

static void begin(void *client, const char *name, const char **attributes)
{
    Growing *g = client;
    if (g->depth >= DEEPEST) g->failure = "it is nested too deeply";
    if (g->failure) return;
    XmlElement *e = ARENA_NEW(g->out, XmlElement);
    size_t n = 0;
    while (attributes[n]) n++;
    *e = (XmlElement){.name = copied(g, without_prefix(name)),
                      .attributes = ARENA_ARRAY(g->out, const char *, n + 1),
                      .line = (unsigned)XML_GetCurrentLineNumber(g->parser)};
    for (size_t k = 0; k < n; k++)
        e->attributes[k] = copied(g, k % 2 ? attributes[k] : without_prefix(attributes[k]));
    if (!g->depth)
        g->root = e;
    else if (g->last[g->depth - 1])
        g->last[g->depth - 1]->next = e;
    else
        g->open[g->depth - 1]->first = e;
    if (g->depth) g->last[g->depth - 1] = e;
    g->open[g->depth] = e;
    g->last[g->depth++] = NULL;
}

static void end(void *client, const char *name)
{
    Growing *g = client;
    (void)name;
    if (!g->failure) g->depth--;
}

const char *xml_read(Arena *out, const char *text, size_t length, XmlElement **root)
{
    Growing g = {.out = out, .parser = XML_ParserCreate(NULL)};
    if (!g.parser) return "out of memory";
    if (length > LARGEST) g.failure = "it is too large";
    XML_SetUserData(g.parser, &g);
    XML_SetElementHandler(g.parser, begin, end);
    if (!g.failure && XML_Parse(g.parser, text, (int)length, 1) == XML_STATUS_ERROR && !g.failure)
        g.failure =
            arena_printf(out, "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(g.parser),
                         XML_ErrorString(XML_GetErrorCode(g.parser)));
    XML_ParserFree(g.parser);
    *root = g.root;
    return g.failure;
}

const char *xml_value(const XmlElement *e, const char *name)
{
    for (const char **a = e->attributes; *a; a += 2)
        if (!strcmp(a[0], name)) return a[1];
    return NULL;
}

const XmlElement *xml_child(const XmlElement *e, const char *name)
{
    const XmlElement *child = e ? e->first : NULL;
    while (child && strcmp(child->name, name)) child = child->next;
    return child;
}
