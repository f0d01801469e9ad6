// The density of a medium is p^2 in the end, by way of a state that foreign code computes and that
// has no derivative. It needs none: the derivative of the density says so (noDerivative, 12.7.1).
// m = d = p^2 and der(m) = 1 from p = 1 on: p = sqrt(1 + time), der(p) = 1/(2 p).
// expect: p(1) = 1.41421356237 +- 1e-5
// expect: v(1) = 0.35355339059 +- 1e-5
package DerivativeWithoutAnArgument
  function state
    input Real p;
    output Real s;
    external "C" s = state_of(p)
      annotation(Include="static double state_of(double p) { return p*p; }");
  end state;
  function density
    input Real p;
    input Real s;
    output Real d;
  algorithm
    d := s;
    annotation(derivative(noDerivative = s) = density_der, Inline = false);
  end density;
  function density_der
    input Real p;
    input Real s;
    input Real p_der;
    output Real d_der;
  algorithm
    d_der := 2*p*p_der;
  end density_der;
  model Test
    Real p(start = 1, fixed = true, stateSelect = StateSelect.prefer);
    Real v = der(p);
    Real m;
  equation
    m = density(p, state(p));
    der(m) = 1;
  end Test;
end DerivativeWithoutAnArgument;
