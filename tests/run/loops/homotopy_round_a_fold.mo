// What a homotopy leads to is what it means (3.7.4.4), also where its path turns round: the left side is 0 at x = 0, rises to 0.615 at
// x = 1, falls to -2 at x = 3 and comes to 1 at 3.8349 (by bisection). The nearer solution, at -0.83, is not on the path. In a loop of
// one unknown, in one of two behind another that changes with lambda; what follows from x comes along.
// simulate: --stop-time 0
// simulate: --stop-time 0 --engine interpret
// expect: x(0.0) = 3.8349312599514 +- 1e-8
// expect: a(0.0) = 3.8349312599514 +- 1e-8
// expect: b(0.0) = 3.8349312599514 +- 1e-8
// expect: w(0.0) = 3.8349312599514 +- 1e-8
model HomotopyRoundAFold
  Real x, a, b, u, w3, w;
  function rise
    input Real x;
    output Real y = 0.9*(x^4/4 - 3.8/3*x^3 + 1.1*x^2 + 0.6*x);
  algorithm
    annotation(Inline = true);
  end rise;
equation
  rise(x) = homotopy(1, 0);
  u^3 + u = homotopy(2, 0);
  rise(a) + 0.1*sin(b - a) = u;
  b + exp(0.1*(b - a)) = a + 1 + 0.1*(u - 1);
  w3 + w = x^3 + x;
  w3 = w^3;
end HomotopyRoundAFold;
