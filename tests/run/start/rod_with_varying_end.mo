// A rod with heat taken off along it, at rest: far from the heated end every temperature is 310, which
// grows like 10^n in a chain of divisions from there. One coefficient of the other end varies, which
// must not hide that. At the heated end, by the decaying solution of the same equations solved with
// pivoting: 310.121431689866.
// expect: T[1](0.0) = 310.121431689866 +- 1e-9
// expect: T[50](0.0) = 310 +- 1e-9
// expect: T[100](0.0) = 310 +- 1e-9
// expect: T[100](1.0) = 310 +- 1e-6
model RodWithVaryingEnd
  parameter Integer n = 100;
  Real T[n](each start = 300), Q[n + 1], V[n];
initial equation
  der(T) = zeros(n);
equation
  for i in 1:n loop
    V[i] = 1 + 0.1*i;
    V[i]*der(T[i]) = Q[i] - Q[i + 1] - 20*V[i]*(T[i] - 310);
  end for;
  Q[1] = 3;
  for i in 2:n loop
    Q[i] = (1 + i)*(T[i - 1] - T[i]);
  end for;
  Q[n + 1] = (2 + time)*(T[n] - 310);
end RodWithVaryingEnd;
