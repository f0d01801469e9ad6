// The same of a sum over arrays whose number only the call knows.
// simulate:
model SumOfArraysInALoop
  function g
    input Real v[:];
    input Integer n;
    output Real y;
  protected
    Real w[:] = sum(i*v for i in 1:n); // error[E0004]@10: a sum of arrays over a loop is not supported yet
  algorithm
    y := w[1] + 10*w[2];
    annotation(Inline = false);
  end g;
  Real z = g({time, 2*time}, 3);
end SumOfArraysInALoop;
