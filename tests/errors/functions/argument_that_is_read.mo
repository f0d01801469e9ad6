// The function looks at its argument, for its size or its value: a variable without a value cannot stand there.
model ArgumentThatIsRead
  function f
    input Real guess;
    input Real x;
    output Real y;
  protected
    Real start = guess;
  algorithm
    y := x + start;
  end f;
  function g
    input Real x;
    output Real y;  // error[E0239]@17: the output 'y' of the function 'ArgumentThatIsRead.g' is read before it is set
  algorithm
    y := f(y, x);
  end g;
  Real y = g(time);
end ArgumentThatIsRead;
