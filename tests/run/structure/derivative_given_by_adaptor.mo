// An adaptor passes a value together with its derivative: the function is the value until it is
// differentiated, and then it is the other argument, which must not be differentiated itself.
// reference: v' + 2*w' = sin(time) with w = v gives v = (1 - cos(time))/3
// simulate: --class DerivativeGivenByAdaptor.M --stop-time 2 --tolerance 1e-9
// expect: index = 2
// expect: states = 1
// expect: differentiated = 1
// expect: v(2) = 0.472048945515714 +- 1e-6
// expect: w(2) = 0.472048945515714 +- 1e-6
package DerivativeGivenByAdaptor
  function state1
    input Real u[2];
    input Real dummy;
    output Real s;
  algorithm
    s := u[1];
    annotation(derivative(noDerivative = u) = state1der1, InlineAfterIndexReduction = true);
  end state1;
  function state1der1
    input Real u[2];
    input Real dummy;
    input Real dummy_der;
    output Real sder1;
  algorithm
    sder1 := u[2];
    annotation(InlineAfterIndexReduction = true);
  end state1der1;
  model M
    Real v(start = 0, fixed = true), w, i, j, dv, y;
  equation
    y = sin(time);
    i = der(v);
    dv = der(v);
    w = state1({v, dv}, time);
    j = 2*der(w);
    i + j = y;
  end M;
end DerivativeGivenByAdaptor;
