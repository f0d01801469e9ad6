// 12.7: a function of open vectors is differentiated statement by statement. u = {t, 2 t, 3 t}: y = 14 t^2 + t + 3 t + 5 t^2 until t = 10/3.
//
// expect: x(end) = 23 +- 1e-9
// expect: d(end) = 42 +- 1e-6
model DerivativesOfOpenVectors
  function f
    input Real v[:];
    input Real w[:];
    output Real y;
  protected
    Real u[:] = cat(1, v, w);
  algorithm
    y := u*u + rem(v[1], 10) + mod(w[1], 10) + sum({v[i]^2 for i in 1:size(v, 1)});
    annotation(Inline = false);
  end f;
  Real x = f({time, 2*time}, {3*time});
  Real d = der(x);
end DerivativesOfOpenVectors;
