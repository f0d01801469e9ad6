// `.sin` is the global one; inside Math, `sin` is Math.sin: 5.3.3, 5.3.1.
// Expected: x = M.sin(time), whose body calls the built-in sin
package M
  function sin
    input Real u;
    output Real y;
  algorithm
    y := .sin(u);
  end sin;
  model B
    Real x = sin(time);
  end B;
end M;
model GlobalAndLocalFunction
  extends M.B;
end GlobalAndLocalFunction;

/* instance
model GlobalAndLocalFunction
Real x = M.sin(time);
equation
end GlobalAndLocalFunction;
*/
