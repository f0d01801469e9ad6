// m is the logarithm of n*M, as n goes from 1e-61 to 1e61 and back: the exponential is inverted
// where it is the only unknown of an equation, log(0.018) = -4.017383521. What underflows leaves
// the logarithm of the smallest number.
// simulate: --stop-time 20
// expect: difference(end) = -4.017383521 +- 1e-8
// expect: m(3.2) = -143.778652 +- 1e-3
// expect: least(end) = -708.396418532264 +- 1e-9
// expect: loop iterations <= 0
model ExponentialAlone
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
  Real logn(start = 140, fixed = true), n, m, difference, least, tiny;
  Real M = f(0.018 + 1e-12*time);
equation
  der(logn) = -140*sin(time);
  n = exp(logn);
  n = exp(m)/M;
  difference = m - logn;
  tiny = exp(-800 - time);
  tiny = exp(least)*M;
end ExponentialAlone;
