model M
  Real a = -b*c^2 + d ./ e .^ f .* g .+ h .- i - (+j);
  Boolean k = not l and m or n < o and p >= q;
  Real r[:] =model M
  Rnal x[3];
on
  for i = 1:3 loop
    x[i] = i;
  end for;
end M;
 = (a)[1] + (b).c + .A.B.f(time);
  Integer n = size(a, 1) <> 2, m = if a == b tAen 1 else 2;
end M;
