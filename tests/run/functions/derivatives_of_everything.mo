// der() of expressions, by the rules of differentiation: with x = time every derivative has a closed form in time. At time 0.5.
//
// simulate: --stop-time 0.5 --tolerance 1e-8
// expect: d[1](0.5) = 1.2984464104095246 +- 1e-6
// expect: d[2](0.5) = 1.1547005383792515 +- 1e-6
// expect: d[3](0.5) = -1.1547005383792515 +- 1e-6
// expect: d[4](0.5) = 0.8 +- 1e-6
// expect: d[5](0.5) = 0.5210953054937474 +- 1e-6
// expect: d[6](0.5) = 1.1276259652063807 +- 1e-6
// expect: d[7](0.5) = 0.7864477329659275 +- 1e-6
// expect: d[8](0.5) = 2 +- 1e-6
// expect: d[9](0.5) = 0.8685889638065035 +- 1e-6
// expect: d[10](0.5) = 0.7071067811865476 +- 1e-6
// expect: d[11](0.5) = 1.6487212707001282 +- 1e-6
// expect: d[12](0.5) = 0.75 +- 1e-6
// expect: d[13](0.5) = 0.8 +- 1e-6
// expect: d[14](0.5) = 12 +- 1e-6
// expect: d[15](0.5) = 1.5 +- 1e-6
// expect: d[16](0.5) = 3 +- 1e-6
// expect: d[17](0.5) = 1 +- 1e-6
model DerivativesOfEverything
  record R
    Real a;
    Real b;
  end R;
  function pair
    input Real x;
    output Real y;
    output Real z;
  algorithm
    y := x*x;
    z := x^3;
    annotation(Inline = false);
  end pair;
  function make
    input Real x;
    output R r;
  algorithm
    r := R(a = x*x, b = 2*x);
    annotation(Inline = false);
  end make;
  Real x(start = 0, fixed = true);
  Real y1, y2;
  R r;
  Real d[17];
  Real M[2, 2] = {{x, 1}, {0, x}};
  Real C[2, 2] = M^2 "its second column: 2 x, x^2";
equation
  der(x) = 1;
  (y1, y2) = pair(x);
  r = make(x);
  d[1] = der(tan(x)); // 1 + tan(x)^2
  d[2] = der(asin(x)); // 1/sqrt(1 - x^2)
  d[3] = der(acos(x));
  d[4] = der(atan(x)); // 1/(1 + x^2)
  d[5] = der(cosh(x));
  d[6] = der(sinh(x));
  d[7] = der(tanh(x)); // 1 - tanh(x)^2
  d[8] = der(log(x + 1e-300*(1 - x) + (if x > 0 then 0 else 1)));
  d[9] = der(log10(x + (if x > 0 then 0 else 1)));
  d[10] = der(sqrt(x + (if x > 0 then 0 else 1)));
  d[11] = der(exp(x));
  d[12] = der(y2); // 3 x^2
  d[13] = der(atan2(x, 1)); // 1/(1 + x^2)
  d[14] = der(sum({x, 2*x, 3*x}*2)); // 12
  d[15] = der(r.a) + x; // 2 x + x
  d[16] = der(C[1, 2]) + der(y1); // 2 + 2 x
  d[17] = der(C[2, 2]); // 2 x
end DerivativesOfEverything;
