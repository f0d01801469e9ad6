// A rod that follows the heat at one end without delay; heat is taken off along it with coefficients
// that vary, which are known before the loop. From the heated end every temperature could be computed
// from the one before: then rounding grows by 1e50 up to the other end, and so did the temperatures,
// without a word. Reference: the decaying solution by elimination with pivoting (--loops matrix), and
// 310 far from the heated end.
// simulate: --stop-time 1
// simulate: --stop-time 1 --no-alias
// simulate: --stop-time 1 --engine interpret
// expect: T[1](start) = 310.121431689866 +- 1e-9
// expect: T[100](start) = 310 +- 1e-9
// expect: T[1](1.0) = 310.12051901849 +- 1e-9
// expect: T[50](1.0) = 310 +- 1e-9
// expect: T[100](1.0) = 310 +- 1e-9
model RodThatVaries
  function transfer
    input Real wind;
    output Real y;
  algorithm
    y := 20*wind;
    annotation(Inline = false);
  end transfer;
  parameter Integer n = 100;
  Real T[n](each start = 300), Q[n + 1], k[n], wind, x(start = 0, fixed = true);
equation
  der(x) = 1;
  wind = 1 + 0.01*sin(x);
  for i in 1:n loop
    k[i] = transfer(wind)*(1 + 0.1*i);
    Q[i] - Q[i + 1] = k[i]*(T[i] - 310);
  end for;
  Q[1] = 3;
  for i in 2:n loop
    Q[i] = (1 + i)*(T[i - 1] - T[i]);
  end for;
  Q[n + 1] = (2 + time)*(T[n] - 310);
end RodThatVaries;
