package Sums "C functions that share variables: some add, others tell the sum"
  impure function addHeader
    input Real x;
  external "C" add(x) annotation(Include = "#include <add.c>");
  end addHeader;
  impure function tellHeader
    output Real y;
  external "C" y = tell() annotation(Include = "#include <tell.c>");
  end tellHeader;
  impure function addSource
    input Real x;
  external "C" add_total(x) annotation(Include = "void add_total(double x);");
  end addSource;
  impure function tellSource
    output Real y;
  external "C" y = tell_total() annotation(Include = "double tell_total(void);");
  end tellSource;
  impure function addText
    input Real x;
  external "C" add_text(x) annotation(Include = "static double text; double once(double x);
static void add_text(double x) { text += once(x); } static double tell_text(void) { return text; }", Library = "once");
  end addText;
  impure function tellText
    output Real y;
  external "C" y = tell_text() annotation(Include = "static double text; double once(double x);
static void add_text(double x) { text += once(x); } static double tell_text(void) { return text; }");
  end tellText;
  impure function addWhole
    input Real x;
  external "C" add_whole(x) annotation(Include = "#include <math.h>
#include \"whole.c\"");
  end addWhole;
  impure function tellWhole
    output Real y;
  external "C" y = tell_whole() annotation(Include = "#include <whole.c>");
  end tellWhole;
  class Tally
    extends ExternalObject;
    function constructor
      output Tally t;
    external "C" t = open_tally() annotation(Include = "static double tally; static void *open_tally(void) { tally = 7; return &tally; }");
    end constructor;
    function destructor
      input Tally t;
    external "C" close_tally(t) annotation(Include = "static void close_tally(void *t) { if (t != &tally) __builtin_trap(); }");
    end destructor;
  end Tally;
  function tellTally
    input Tally t;
    output Real y;
  external "C" y = tell_tally(t) annotation(Include = "static double tell_tally(void *t) { return tally; }");
  end tellTally;
  model M
    Tally t = Tally();
    discrete Real header, source, text, whole;
    Real object = tellTally(t);
  algorithm
    when time > 0.5 then
      for x in {3, 4} loop
        addHeader(x);
        addSource(x);
        addText(x);
        addWhole(x);
      end for;
      header := tellHeader();
      source := tellSource();
      text := tellText();
      whole := tellWhole();
    end when;
  end M;
  // Two texts that cannot be in one: each function has its own, 2 + 3 = 5, and the others share what they shared.
  function twice
    input Real x;
    output Real y;
  external "C" y = change(x) annotation(Include = "double change(double x) { return 2*x; }");
  end twice;
  function thrice
    input Real x;
    output Real y;
  external "C" y = change(x) annotation(Include = "double change(double x) { return 3*x; }");
  end thrice;
  model Apart
    extends M;
    Real y = twice(1) + thrice(1);
  end Apart;
end Sums;
