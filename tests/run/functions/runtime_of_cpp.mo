// C code that needs the run-time library of C++, as archives of C++ do: it is linked, though no
// annotation names it. _Z1fv is the name of f(), three characters, in compiled C++.
// expect: y = 3
package RuntimeOfCpp
  function characters
    output Integer n;
    external "C" n = characters_of_f()
      annotation(Include="#include <stdlib.h>
#include <string.h>
char *__cxa_demangle(const char *, char *, size_t *, int *);
static int characters_of_f(void)
{
    int status = 0;
    char *name = __cxa_demangle(\"_Z1fv\", NULL, NULL, &status);
    int n = name ? (int)strlen(name) : -1;
    free(name);
    return n;
}");
  end characters;
  model Test
    Real y = characters();
  end Test;
end RuntimeOfCpp;
