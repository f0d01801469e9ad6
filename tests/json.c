#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"

typedef struct Reader {
    Arena *arena;
    const char *at;
    int depth;
} Reader;

enum { DEEPEST = 200 };

static bool read_value(Reader *r, Json *out);

static void skip_blanks(Reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool take(Reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static bool take_word(Reader *r, const char *word)
{
    if (strncmp(r->at, word, strlen(word))) return false;
    r->at += strlen(word);
    return true;
}

static bool read_escape(Reader *r, Text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = *r->at++;
    const char *p = c ? strchr(from, c) : NULL;
    if (p) {
        text_add_char(out, to[p - from]);
        return true;
    }
    if (c != 'u' || strspn(r->at, "0123456789abcdefABCDEF") < 4) return false;
    char digits[5] = {r->at[0], r->at[1], r->at[2], r->at[3], 0};
    unsigned long code = strtoul(digits, NULL, 16);
    if (code < 0x80) {
        text_add_char(out, (char)code);
    } else if (code < 0x800) {
        text_add_char(out, (char)(0xC0 | code >> 6));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    } else {
        text_add_char(out, (char)(0xE0 | code >> 12));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    }
    r->at += 4;
    return true;
}

static bool read_string(Reader *r, const char **out)
{
    if (!take(r, '"')) return false;
    Text t = text_make(r->arena);
    while (*r->at != '"') {
        if ((unsigned char)*r->at < 0x20) return false;
        if (*r->at == '\\') {
            r->at++;
            if (!read_escape(r, &t)) return false;
        } else {
            text_add_char(&t, *r->at++);
        }
    }
    r->at++;
    *out = text_cstr(&t);
    return true;
}

static bool read_items(Reader *r, Json *out, char close)
{
    VEC(Json) items = {0};
    VEC(const char *) keys = {0};
    bool more = !take(r, close);
    while (more) {
        Json item;
        if (out->kind == JSON_OBJECT) {
            const char *key;
            if (!read_string(r, &key) || !take(r, ':')) return false;
            VEC_PUSH(r->arena, &keys, key);
        }
        if (!read_value(r, &item)) return false;
        VEC_PUSH(r->arena, &items, item);
        more = take(r, ',');
        if (!more && !take(r, close)) return false;
    }
    out->items = items.data;
    out->keys = keys.data;
    out->n_items = items.count;
    return true;
}

static bool read_value(Reader *r, Json *out)
{
    memset(out, 0, sizeof *out);
    skip_blanks(r);
    bool ok;
    if (*r->at == '{' || *r->at == '[') {
        out->kind = *r->at == '{' ? JSON_OBJECT : JSON_ARRAY;
        char close = *r->at++ == '{' ? '}' : ']';
        if (++r->depth > DEEPEST) return false;
        ok = read_items(r, out, close);
        r->depth--;
        return ok;
    }
    if (*r->at == '"') {
        out->kind = JSON_STRING;
        return read_string(r, &out->text);
    }
    if (take_word(r, "null")) return true;
    out->kind = JSON_BOOLEAN;
    if (take_word(r, "false")) return true;
    if (take_word(r, "true")) {
        out->number = 1;
        return true;
    }
    out->kind = JSON_NUMBER;
    if (!strchr("-0123456789", *r->at) || !*r->at) return false;
    char *end;
    out->number = strtod(r->at, &end);
    ok = end > r->at;
    r->at = end;
    return ok;
}

const Json *json_parse(Arena *out, const char *text)
{
    Reader r = {out, text, 0};
    Json *value = ARENA_NEW(out, Json);
    if (!read_value(&r, value)) return NULL;
    skip_blanks(&r);
    return *r.at ? NULL : value;
}

const Json *json_member(const Json *object, const char *key)
{
    for (uint32_t i = 0; object && object->kind == JSON_OBJECT && i < object->n_items; i++)
        if (!strcmp(object->keys[i], key)) return &object->items[i];
    return NULL;
}
