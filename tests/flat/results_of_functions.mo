// Functions with several results, holes, results in expressions, and records as results.
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
/* flat
record Split
  Real whole;
  Real rest;
end Split;
function split_record
  input Real x;
  output Split s;
algorithm
  (s.whole, s.rest) := split(x, 1.0);
end split_record;
function split
  input Real x;
  input Real unit;
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
model ResultsOfFunctions
  Real a;
  Real b;
  Real c;
  Real d;
  Integer n;
  Real 's.whole';
  Real 's.rest';
equation
  Split('s.whole', 's.rest') = split_record(time);
  (a, b) = split(time, 1.0);
  (, c) = split(time, 2.0);
  d = 1.0 + split(time, 3.0);
  when sample(0.0, 1.0) then
    (, , n) = split(time, 1.0);
  end when;
end ResultsOfFunctions;
*/
