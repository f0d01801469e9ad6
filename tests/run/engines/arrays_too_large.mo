// More memory than a function has for its arrays: 100000 times 100000 numbers.
// expect: status = 3
// expect: error out of memory for the arrays of functions
model ArraysTooLarge
  function f
    input Real x;
    output Real y;
  protected
    Real v[:] = fill(x, 100000);
  algorithm
    y := sum(outerProduct(v, v));
    annotation(Inline = false);
  end f;
  Real y = f(time);
end ArraysTooLarge;
