// Results by position, holes, records as results; time = 2.75: whole 2, rest 0.75; in units of 2:
// rest 0.75; in units of 3: whole 0.
// simulate: --stop-time 2.75
// expect: a = 2 +- 1e-12
// expect: b = 0.75 +- 1e-12
// expect: c = 0.75 +- 1e-12
// expect: d = 1 +- 1e-12
// expect: s.rest = 0.75 +- 1e-12
// expect: n = 2
record Split
  Real whole;
  Real rest;
end Split;
function split
  input Real x;
  input Real unit = 1;
  output Real whole;
  output Real rest;
  output Integer n;
protected
  Real q = x/unit;
algorithm
  n := integer(q);
  whole := n*unit;
  rest := x - whole;
end split;
function split_record
  input Real x;
  output Split s;
algorithm
  (s.whole, s.rest) := split(x);
end split_record;
model ResultsOfFunctions
  Real a, b, c, d;
  discrete Integer n;
  Split s = split_record(time);
equation
  (a, b) = split(time);
  (, c) = split(time, 2);
  d = 1 + split(time, unit = 3);
  when sample(0, 1) then
    (, , n) = split(time);
  end when;
end ResultsOfFunctions;
