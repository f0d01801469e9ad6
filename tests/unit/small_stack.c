// A thread with a small stack compiles what is nested as deeply as is allowed.
#include <pthread.h>
#include <string.h>
#include <tarn.h>

#include "base/text.h"
#include "unit/unit.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void nested_texts_need_no_large_stack(Unit *u) // they know one stack for each thread
{
    CHECK_TRUE(u, true);
}
#else
static void *compile_text(void *text)
{
    tarn_session *session = NULL;
    tarn_model *model = NULL;
    tarn_result r = tarn_session_open(&session, NULL, NULL);
    if (!r) r = tarn_session_load_text(session, "nested.mo", text, strlen(text));
    if (!r) r = tarn_compile(session, NULL, NULL, &model);
    tarn_model_close(model);
    tarn_session_close(session);
    return r == TARN_OK ? text : NULL;
}

static void nested_texts_need_no_large_stack(Unit *u)
{
    enum { DEPTH = 990, STACK = 128 << 10 };
    Text t = text_make(u->arena);
    text_add(&t, "model Nested Real x = ");
    for (int k = 0; k < DEPTH; k++) text_add(&t, k % 2 ? "(" : "sin(");
    text_add(&t, "time");
    text_repeat(&t, ')', DEPTH);
    text_add(&t, "; end Nested;");
    pthread_t thread;
    pthread_attr_t small;
    void *came_back = NULL;
    CHECK_INT(u, pthread_attr_init(&small), 0);
    CHECK_INT(u, pthread_attr_setstacksize(&small, STACK), 0);
    CHECK_INT(u, pthread_create(&thread, &small, compile_text, t.data), 0);
    CHECK_INT(u, pthread_join(thread, &came_back), 0);
    CHECK_TRUE(u, came_back == t.data);
}
#endif

UNIT_SUITE(small_stack, TEST(nested_texts_need_no_large_stack));
