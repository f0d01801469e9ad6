#include "pages/page.h"

#include <string.h>

static const PageAsset *asset_named(const char *name, size_t length)
{
    for (uint32_t i = 0; i < n_page_assets; i++)
        if (strlen(page_assets[i].name) == length && !memcmp(page_assets[i].name, name, length))
            return &page_assets[i];
    return NULL;
}

static const PageSlot *slot_named(const PageSlot *slots, uint32_t n, const char *name,
                                  size_t length)
{
    for (uint32_t i = 0; i < n; i++)
        if (strlen(slots[i].name) == length && !memcmp(slots[i].name, name, length))
            return &slots[i];
    return NULL;
}

static bool add_asset(Text *out, const char *name, size_t length, const char **why)
{
    const PageAsset *asset = asset_named(name, length);
    if (!asset || !asset->bytes) {
        *why = arena_printf(out->arena,
                            "this program was built without the part '%.*s' of the page; "
                            "run tools/install-deps and build again",
                            (int)length, name);
        return false;
    }
    text_add_bytes(out, asset->bytes, asset->length);
    return true;
}

bool page_make(Text *out, const char *page, const PageSlot *slots, uint32_t n_slots,
               const char **why)
{
    const PageAsset *source = asset_named(page, strlen(page));
    if (!source || !source->bytes) return add_asset(out, page, strlen(page), why);
    const char *p = source->bytes, *end = p + source->length;
    for (;;) {
        const char *open = memmem(p, (size_t)(end - p), "{{", 2);
        const char *close = open ? memmem(open, (size_t)(end - open), "}}", 2) : NULL;
        text_add_bytes(out, p, (size_t)((close ? open : end) - p));
        if (!close) return true;
        const char *name = open + 2;
        size_t length = (size_t)(close - name);
        const PageSlot *slot = slot_named(slots, n_slots, name, length);
        if (slot)
            text_add_bytes(out, slot->text, slot->length);
        else if (!add_asset(out, name, length, why))
            return false;
        p = close + 2;
    }
}

void page_escape(Text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '<')
            text_add(out, "&lt;");
        else if (*s == '>')
            text_add(out, "&gt;");
        else if (*s == '&')
            text_add(out, "&amp;");
        else if (*s == '"')
            text_add(out, "&quot;");
        else if ((unsigned char)*s >= 0x20)
            text_add_char(out, *s);
    }
}

void page_json(Text *out, const char *json, size_t length)
{
    for (const char *p = json, *end = json + length; p < end;) {
        const char *bracket = memchr(p, '<', (size_t)(end - p));
        text_add_bytes(out, p, (size_t)((bracket ? bracket : end) - p));
        if (!bracket) return;
        text_add(out, "\\u003c");
        p = bracket + 1;
    }
}

void page_base64(Text *out, const void *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i += 3) {
        size_t rest = n - i;
        uint32_t group = (uint32_t)p[i] << 16;
        if (rest > 1) group |= (uint32_t)p[i + 1] << 8;
        if (rest > 2) group |= p[i + 2];
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        rest > 1 ? digits[group >> 6 & 63] : '=',
                        rest > 2 ? digits[group & 63] : '='};
        text_add_bytes(out, text, 4);
    }
}
