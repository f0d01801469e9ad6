#include "base/bitset.h"
#include "base/map.h"
#include "base/vec.h"
#include "unit/unit.h"

static void vector_grows_and_keeps(Unit *u)
{
    VEC(int32_t) v = {0};
    for (int32_t i = 0; i < 10000; i++) VEC_PUSH(u->arena, &v, i * 3);
    CHECK_INT(u, v.count, 10000);
    int64_t sum = 0;
    for (uint32_t i = 0; i < v.count; i++) sum += v.data[i];
    CHECK_INT(u, sum, 3ll * 10000 * 9999 / 2);
    CHECK_INT(u, VEC_LAST(&v), 29997);
    CHECK_INT(u, VEC_POP(&v), 29997);
    CHECK_INT(u, v.count, 9999);
}

static void vector_reserves_at_once(Unit *u)
{
    VEC(double) v = {0};
    VEC_RESERVE(u->arena, &v, 777);
    CHECK_TRUE(u, v.room >= 777);
    double *before = v.data;
    for (int i = 0; i < 777; i++) VEC_PUSH(u->arena, &v, 0.5);
    CHECK_TRUE(u, v.data == before);
}

static void map_finds_what_was_put(Unit *u)
{
    enum { N = 50000 };
    Map m = map_make(u->arena);
    uint64_t value = 7;
    CHECK_TRUE(u, !map_get(&m, 1, &value));
    for (uint64_t i = 0; i < N; i++) map_put(&m, i * 0x10000, i);
    for (uint64_t i = 0; i < N; i++)
        if (map_get_or(&m, i * 0x10000, N) != i) CHECK_INT(u, map_get_or(&m, i * 0x10000, N), i);
    CHECK_INT(u, m.count, N);
    CHECK_INT(u, map_get_or(&m, 3, 99), 99);
}

static void map_replaces(Unit *u)
{
    Map m = map_make(u->arena);
    map_put(&m, 0, 1);
    map_put(&m, 0, 2);
    CHECK_INT(u, m.count, 1);
    CHECK_INT(u, map_get_or(&m, 0, 0), 2);
    int key;
    CHECK_TRUE(u, map_get_pointer(&m, &key) == NULL);
    map_put_pointer(&m, &key, &m);
    CHECK_TRUE(u, map_get_pointer(&m, &key) == &m);
}

static void bitset_counts(Unit *u)
{
    BitSet b = bitset_make(u->arena, 200);
    for (uint32_t i = 0; i < 200; i += 3) bitset_add(&b, i);
    CHECK_INT(u, bitset_count(&b), 67);
    CHECK_TRUE(u, bitset_has(&b, 198) && !bitset_has(&b, 199));
    bitset_remove(&b, 198);
    bitset_remove(&b, 197);
    CHECK_INT(u, bitset_count(&b), 66);
    bitset_clear(&b);
    CHECK_INT(u, bitset_count(&b), 0);
    BitSet none = bitset_make(u->arena, 0), whole = bitset_make(u->arena, 64);
    bitset_add(&whole, 63);
    CHECK_INT(u, bitset_count(&none) + bitset_count(&whole), 1);
}

UNIT_SUITE(containers, TEST(vector_grows_and_keeps), TEST(vector_reserves_at_once),
           TEST(map_finds_what_was_put), TEST(map_replaces), TEST(bitset_counts));
