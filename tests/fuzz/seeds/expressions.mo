model M
  Real a = -b*c^2 + d ./ e .^ f .* g .+ h .- i - (+j);
  Boolean k = not l and m or n < o and p >= q;
  Real r[:] = {1, 2.5e-3, .5, 1., 1e5};
  Real s[2, 2] = [1, 2; 3, 4];
  Real t = sum(x[i]*y[i] for i in 1:2:n, j in {1, 2});
  Real u[3] = {i^2 for i in 1:3};
  Real v = x[end, :, 1:end - 1].y[2](a = 1);
  String w = "a\"b\\ \n" + "line
two";
  Real 'q \' x' = (a)[1] + (b).c + .A.B.f(time);
  Integer n = size(a, 1) <> 2, m = if a == b then 1 else 2;
end M;
