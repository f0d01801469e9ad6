// Damerau-Levenshtein distance restricted to adjacent transpositions, three rows.
#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 96 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int edit_distance(const char *a, const char *b, int limit)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST || m > LONGEST || abs(n - m) > limit) return limit + 1;
    int rows[3][LONGEST + 1];
    int *two_up = rows[0], *up = rows[1], *row = rows[2];
    for (int j = 0; j <= m; j++) up[j] = j;
    for (int i = 1; i <= n; i++) {
        row[0] = i;
        int best = i;
        for (int j = 1; j <= m; j++) {
            int cost = a[i - 1] != b[j - 1];
            row[j] = least(least(up[j] + 1, row[j - 1] + 1), up[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_up[j - 2] + 1);
            best = least(best, row[j]);
        }
        if (best > limit) return limit + 1;
        int *free_row = two_up;
        two_up = up;
        up = row;
        row = free_row;
    }
    return up[m];
}

const char *nearest_text(const char *text, const char *const *candidates, size_t n)
{
    size_t length = strlen(text);
    int limit = length <= 2 ? 1 : length <= 7 ? 2 : 3;
    const char *best = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!strcasecmp(text, candidates[i])) return candidates[i];
        int d = edit_distance(text, candidates[i], limit);
        // A short word with as many edits as letters is another word.
        if (d > limit || (size_t)d >= length || (size_t)d >= strlen(candidates[i])) continue;
        if (d < limit || !best) {
            best = candidates[i];
            limit = d;
        }
    }
    return best;
}
