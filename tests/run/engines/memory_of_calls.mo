// Arrays made in functions give their memory back: half a million calls in one loop take
// 48 bytes each and more. The sum of 1/n^2 up to n = 500000 is pi^2/6 - 1/n + 1/(2 n^2).
//
// simulate: --engine native
// simulate: --engine interpret
// expect: y = 1.644932066850 +- 1e-9
model MemoryOfCalls
  function pair
    input Real a;
    output Real v[3];
  algorithm
    v := {a, a*a, 1};
  end pair;
  function total
    input Integer n;
    output Real y = 0;
  protected
    Real v[:];
  algorithm
    for i in 1:n loop
      v := pair(i) + zeros(3);
      y := y + v[3]/v[2];
    end for;
  end total;
  parameter Integer n = 500000;
  parameter Real y(fixed = false);
initial equation
  y = total(n);
end MemoryOfCalls;
