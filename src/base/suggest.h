// suggest.h -- the nearest name, for "did you mean".
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H
#include <stddef.h>

// Edit distance with transpositions of neighbours; gives up (returns limit + 1) beyond `limit`.
int edit_distance(const char *a, const char *b, int limit);
// The candidate nearest to `text`, if near enough for its length to be a slip of the pen;
// else NULL. Ties go to the earlier candidate. Upper and lower case differ by half a step.
const char *nearest_text(const char *text, const char *const *candidates, size_t n);
#endif
