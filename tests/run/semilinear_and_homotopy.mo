// semiLinear(x, a, b) is a x for x >= 0 and b x otherwise (3.7.2.5); homotopy is its first argument once solved (3.7.2.4);
// both at compile time for a final parameter, at run time, and inside a function.
//
// expect: early = -6
// expect: late(0.25) = -1.5 +- 1e-6
// expect: late(1) = 1 +- 1e-6
// expect: x = 2 +- 1e-9
// expect: h = 5
model SemilinearAndHomotopy
  function bend
    input Real x;
    output Real y = semiLinear(x, 2, 3);
  algorithm
  end bend;
  final parameter Real early = bend(-2);
  final parameter Real h = homotopy(5, 1);
  Real late = bend(2*time - 1) + (if time < 0.5 then 0 else -1);
  Real x(start = 1);
equation
  homotopy(x*x - 4, x - 1) = 0;
end SemilinearAndHomotopy;
