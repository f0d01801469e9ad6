// Inside a function a number may leave the range of Real, or be none, when the result does not depend on it: at a
// bound that an iteration never reaches. At compile time as at run time.
model NotFiniteInPassing
  function root "of x*x = a, from a bracket, by Newton's method from its upper end"
    input Real a;
    output Real x;
  protected
    Real lowest = 1e-308, low, step;
    Integer n = 0;
  algorithm
    low := (1e10/lowest)*(lowest/1e10)^2 - a;  // infinite times zero
    x := if low > 0 then lowest else max(a, 1);
    while n < 1 or abs(step) > 1e-14*x loop  // the first time there is no step
      n := n + 1;
      step := (x*x - a)/(2*x);
      x := x - step;
    end while;
    annotation(Inline = false);
  end root;
  constant Real early = root(2);
  Real late = root(1 + time);
  // expect: early(1.0) = 1.4142135623730951 +- 1e-12
  // expect: late(1.0) = 1.4142135623730951 +- 1e-12
end NotFiniteInPassing;
