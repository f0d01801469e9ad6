// Sine or the identity? A function has an algorithm or an external clause, inherited or its own.
model M
  function f
    input Real x;
    output Real y;
    external "C" y = sin(x); // note[E0316]: the external clause is here
  end f;
  function g
    extends f;
  algorithm // error[E0316]: the function 'M.g' has an algorithm section and an external clause, and may have one of them only
    y := x;
  end g;
  Real x = g(time);
end M;
