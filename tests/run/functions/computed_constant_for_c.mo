// A String constant that functions compute, with the help of foreign code, is an argument of an
// external function: it is a constant, as the language wants it (12.9), and its value is found once.
// "ab" three times has 6 characters.
// simulate: --strict
// expect: y = 6
package ComputedConstantForC
  function three
    output Integer n;
    external "C" n = number_three() annotation(Include="static int number_three(void) { return 3; }");
  end three;
  function thrice
    input String s;
    output String t;
  algorithm
    t := "";
    for i in 1:three() loop
      t := t + s;
    end for;
  end thrice;
  constant String text = thrice("ab");
  function characters
    output Integer n;
    external "C" n = how_many(text)
      annotation(Include="#include <string.h>
static int how_many(const char *s) { return (int)strlen(s); }");
  end characters;
  model Test
    Real y = characters();
  end Test;
end ComputedConstantForC;
