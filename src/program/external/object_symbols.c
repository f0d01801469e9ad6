// The symbol table of an ELF file of this machine's word size, read with every offset checked.
#include "program/external/object_symbols.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "program/external/compiler.h"

typedef struct Image {
    const char *data;
    size_t size;
} Image;

static const void *part(const Image *image, size_t offset, size_t size)
{
    bool inside = offset <= image->size && size <= image->size - offset;
    return inside ? image->data + offset : NULL;
}

static bool is_elf(const Image *image)
{
    const int class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
    return image->size >= sizeof(ElfW(Ehdr)) && !memcmp(image->data, ELFMAG, SELFMAG) &&
           image->data[EI_CLASS] == class;
}

static bool read_section(const Image *image, const ElfW(Ehdr) * head, size_t k,
                         ElfW(Shdr) * section)
{
    const void *at = part(image, head->e_shoff + k * head->e_shentsize, sizeof *section);
    if (!at || head->e_shentsize < sizeof *section) return false;
    memcpy(section, at, sizeof *section);
    return true;
}

static void add_symbol(Arena *out, const Image *names, const ElfW(Sym) * symbol,
                       ObjectSymbols *symbols)
{
    unsigned bind = symbol->st_info >> 4, visibility = symbol->st_other & 3;
    if (symbol->st_name >= names->size || bind == STB_LOCAL) return;
    const char *name = names->data + symbol->st_name;
    size_t longest = names->size - symbol->st_name, n = strnlen(name, longest);
    if (n == 0 || n == longest) return;
    bool is_open = symbol->st_shndx == SHN_UNDEF;
    bool is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL;
    if (is_open && bind == STB_WEAK) return; // may stay open
    if (!is_open && is_hidden) return;
    VEC_PUSH(out, is_open ? &symbols->open : &symbols->defined, arena_copy_text(out, name, n));
}

static bool read_table(Arena *out, const Image *image, const ElfW(Ehdr) * head,
                       const ElfW(Shdr) * table, ObjectSymbols *symbols)
{
    ElfW(Shdr) strings;
    if (!read_section(image, head, table->sh_link, &strings)) return false;
    Image names = {part(image, strings.sh_offset, strings.sh_size), strings.sh_size};
    const char *rows = part(image, table->sh_offset, table->sh_size);
    if (!names.data || !rows) return false;
    for (size_t i = 0; i < table->sh_size / sizeof(ElfW(Sym)); i++) {
        ElfW(Sym) symbol;
        memcpy(&symbol, rows + i * sizeof symbol, sizeof symbol);
        add_symbol(out, &names, &symbol, symbols);
    }
    return true;
}

bool object_symbols(Arena *out, const char *path, ObjectSymbols *symbols)
{
    Image image;
    *symbols = (ObjectSymbols){0};
    image.data = read_whole_file(out, path, &image.size);
    if (!image.data || !is_elf(&image)) return false;
    ElfW(Ehdr) head;
    memcpy(&head, image.data, sizeof head);
    unsigned wanted = head.e_type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB;
    for (size_t k = 0; k < head.e_shnum; k++) {
        ElfW(Shdr) section;
        if (!read_section(&image, &head, k, &section)) return false;
        if (section.sh_type == wanted) return read_table(out, &image, &head, &section, symbols);
    }
    return true;
}

bool symbol_in(const SymbolList *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->data[i], name)) return true;
    return false;
}
