#include "results/scene.h"

#include <string.h>

#include "base/vec.h"

// The members behind the name of a shape, in the order of SceneShape.numbers.
static const char *const members[SCENE_NUMBERS] = {
    ".r[1]",
    ".r[2]",
    ".r[3]",
    ".R.T[1,1]",
    ".R.T[1,2]",
    ".R.T[1,3]",
    ".R.T[2,1]",
    ".R.T[2,2]",
    ".R.T[2,3]",
    ".R.T[3,1]",
    ".R.T[3,2]",
    ".R.T[3,3]",
    ".r_shape[1]",
    ".r_shape[2]",
    ".r_shape[3]",
    ".lengthDirection[1]",
    ".lengthDirection[2]",
    ".lengthDirection[3]",
    ".widthDirection[1]",
    ".widthDirection[2]",
    ".widthDirection[3]",
    ".length",
    ".width",
    ".height",
    ".color[1]",
    ".color[2]",
    ".color[3]",
};
enum { MARK = 12 }; // the mark is the member that others have rarely

static const ResultVariable *member_of(const ResultNames *names, Text *work, const char *shape,
                                       size_t length, const char *member)
{
    work->length = 0;
    text_add_bytes(work, shape, length);
    text_add(work, member);
    return result_find(names, text_cstr(work));
}

static const char *type_of(const ResultTable *table, const char *shape, size_t length)
{
    static const char ending[] = ".shapeType";
    for (uint32_t i = 0; i < table->n_texts; i++) {
        const char *name = table->texts[i].name;
        if (!strncmp(name, shape, length) && !strcmp(name + length, ending))
            return table->texts[i].value;
    }
    return NULL;
}

static bool find_shape(Arena *out, const ResultTable *table, const ResultNames *names, Text *work,
                       const char *mark, SceneShape *shape)
{
    size_t n = strlen(mark) - strlen(members[MARK]);
    for (int i = 0; i < SCENE_NUMBERS; i++)
        if (!(shape->numbers[i] = member_of(names, work, mark, n, members[i]))) return false;
    shape->extra = member_of(names, work, mark, n, ".extra");
    shape->specular = member_of(names, work, mark, n, ".specularCoefficient");
    shape->name = arena_copy_text(out, mark, n);
    shape->type = type_of(table, mark, n);
    return true;
}

Scene scene_of(Arena *out, const ResultTable *table)
{
    VEC(SceneShape) shapes = {0};
    const ResultNames *names = NULL;
    Text work = text_make(out);
    size_t ending = strlen(members[MARK]);
    for (uint32_t i = 0; i < table->n_variables; i++) {
        const char *name = table->variables[i].name;
        size_t length = strlen(name);
        if (length <= ending || strcmp(name + length - ending, members[MARK]) != 0) continue;
        if (!names) names = result_names(out, table);
        SceneShape shape = {0};
        if (find_shape(out, table, names, &work, name, &shape)) VEC_PUSH(out, &shapes, shape);
    }
    return (Scene){shapes.data, shapes.count};
}
