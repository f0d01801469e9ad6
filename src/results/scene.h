// scene.h -- the bodies that a result shows in space: groups of variables with the members of a
// visual shape, whoever declared them.
//
// A shape has a position r[3], an orientation R.T[3,3] (of the world, seen from the body), an
// origin r_shape[3], lengthDirection[3] and widthDirection[3] in the frame of the body, length,
// width, height and color[3]; extra and specularCoefficient may be there, and the String shapeType.
#ifndef RESULTS_SCENE_H
#define RESULTS_SCENE_H
#include "results/trajectory.h"

enum {
    SCENE_NUMBERS = 27
}; // of a shape: r, T by rows, r_shape, both directions, three sizes, color

typedef struct SceneShape {
    const char *name, *type; // "a.b.shape", "cylinder"; type NULL: not known
    const ResultVariable *numbers[SCENE_NUMBERS];
    const ResultVariable *extra, *specular; // NULL: not there
} SceneShape;

typedef struct Scene {
    const SceneShape *shapes;
    uint32_t n;
} Scene;

// O(variables).
Scene scene_of(Arena *out, const ResultTable *table);
#endif
