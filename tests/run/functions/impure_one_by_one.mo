// An algorithm of the start calls an impure function in every statement that has it, and in their order,
// whether or not the value is used. Reference: the function counts its calls.
// expect: d(0) = 2
// expect: r(0) = 3
model ImpureOneByOne
  impure function count
    output Real n;
    external "C" n = count_calls() annotation(Include = "static double calls; double count_calls(void) { return ++calls; }");
  end count;
  parameter Real r(fixed = false), d(fixed = false);
initial algorithm
  r := count();
  d := count();
  d := count() - r;
  r := count() - r;
end ImpureOneByOne;
