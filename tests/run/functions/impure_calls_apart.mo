// Two calls of an impure function are two, in one expression as well: they were one, and their difference
// zero. Reference: the function counts its calls, so that each returns one more than that before it.
// expect: atStart(0) = -1
// expect: inEquation(1.0) = -1
// expect: inSection(1.0) = -11
model ImpureCallsApart
  impure function count
    output Real n;
    external "C" n = count_all_calls() annotation(Include = "static double made; double count_all_calls(void) { return ++made; }");
  end count;
  discrete Real inEquation, inSection;
  parameter Real atStart(fixed = false);
initial equation
  atStart = count() - count();
equation
  when time >= 0.5 then
    inEquation = count() - count();
  end when;
algorithm
  when time >= 0.6 then
    inSection := count();
    inSection := 10*(inSection - count()) + (count() - count());
  end when;
end ImpureCallsApart;
