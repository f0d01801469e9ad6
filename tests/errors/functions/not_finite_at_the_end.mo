// What a function returns at compile time must be a finite number.
model NotFiniteAtTheEnd
  function f
    input Real u;
    output Real y;
  algorithm
    y := exp(u);
    y := y*y;
  end f;
  function g
    input Boolean b;
    output Real y;
  protected
    Real x;
  algorithm
    if b then
      x := 1;
    end if;
    y := 2*x;
  end g;
  constant Real a = f(500);  // error[E0314]: 'f(500)' cannot be evaluated at compile time: the result exceeds the range of Real
  constant Real b = g(false);  // error[E0314]: 'g(false)' cannot be evaluated at compile time: 'x' is used before it has a value
end NotFiniteAtTheEnd;
