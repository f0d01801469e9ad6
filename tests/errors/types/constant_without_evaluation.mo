// 4.5: a constant has its value before simulation: what it needs must not fail. 3.8: it is known,
// so fixed = false contradicts it.
model ConstantWithoutEvaluation
  function larger
    input Real x;
    output Real y;
  algorithm
    assert(x > 1, "too small");
    y := x;
  end larger;
  constant Real a = larger(0.5); // error[E0314]@21: 'larger(0.5)' cannot be evaluated at compile time: assertion failed: too small
  constant Real b = 1/0; // error[E0314]@21: '1/0' cannot be evaluated at compile time: division by zero
  constant Integer c = mod(1, 0); // error[E0314]@24: 'mod(1, 0)' cannot be evaluated at compile time: division by zero
  constant Real d = exp(1000); // error[E0314]@21: 'exp(1000)' cannot be evaluated at compile time: the result exceeds the range of Real
  constant Real e[2] = {1, 1/0}; // error[E0314]@24: '{1, 1/0}' cannot be evaluated at compile time
  constant Real g(fixed = false) = 1; // error[E0243]@17: the constant 'g' cannot have 'fixed = false'
  constant Real h(fixed = true) = larger(2);
  Real x = time;
end ConstantWithoutEvaluation;
