// json.h -- reads JSON, for tests of what the program writes.
#ifndef TESTS_JSON_H
#define TESTS_JSON_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum {
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

typedef struct Json {
    JsonKind kind;
    double number;            // NUMBER, BOOLEAN
    const char *text;         // STRING
    const char **keys;        // OBJECT
    const struct Json *items; // ARRAY, OBJECT
    uint32_t n_items;
} Json;

const Json *json_parse(Arena *out, const char *text);         // NULL when it is not JSON
const Json *json_member(const Json *object, const char *key); // NULL: none, or not an object
#endif
