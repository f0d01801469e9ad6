// Power flow of the nine-bus system of Anderson and Fouad, Power System Control and Stability (1977), figure 2.19: their voltages
// to the printed digits, from the flat start. Below half of the voltage there are other solutions, which nobody means: min says so.
// expect: V[4](start) = 1.026 +- 6e-4
// expect: V[5](start) = 0.996 +- 6e-4
// expect: V[6](start) = 1.013 +- 6e-4
// expect: V[7](start) = 1.026 +- 6e-4
// expect: V[8](start) = 1.016 +- 6e-4
// expect: V[9](start) = 1.032 +- 6e-4
// expect: th[2](start) = 0.16231562043547265 +- 1e-3
// expect: th[3](start) = 0.08203047484373349 +- 1e-3
// expect: th[5](start) = -0.06981317007977318 +- 1e-3
// expect: th[8](start) = 0.012217304763960306 +- 1e-3
model PowerFlow9
  parameter Real line[9, 5] = [1, 4, 0, 0.0576, 0; 2, 7, 0, 0.0625, 0; 3, 9, 0, 0.0586, 0; 4, 5, 0.01, 0.085, 0.088;
    4, 6, 0.017, 0.092, 0.079; 5, 7, 0.032, 0.161, 0.153; 6, 9, 0.039, 0.17, 0.179; 7, 8, 0.0085, 0.072, 0.0745;
    8, 9, 0.0119, 0.1008, 0.1045] "from, to, r, x, half of b";
  function admittance
    input Real line[:, 5];
    input Integer n;
    output Real y[2, n, n];
  protected
    Integer a, b;
    Real g[2], z2;
  algorithm
    y := zeros(2, n, n);
    for i in 1:size(line, 1) loop
      a := integer(line[i, 1]);
      b := integer(line[i, 2]);
      z2 := line[i, 3]^2 + line[i, 4]^2;
      g := {line[i, 3], -line[i, 4]}/z2;
      y[:, a, a] := y[:, a, a] + g + {0, line[i, 5]};
      y[:, b, b] := y[:, b, b] + g + {0, line[i, 5]};
      y[:, a, b] := y[:, a, b] - g;
      y[:, b, a] := y[:, b, a] - g;
    end for;
  end admittance;
  final parameter Real Y[2, 9, 9] = admittance(line, 9);
  Real V[9](each start = 1, each min = 0.5), th[9], P[9], Q[9];
equation
  for i in 1:9 loop
    P[i] = V[i]*sum(V[k]*(Y[1, i, k]*cos(th[i] - th[k]) + Y[2, i, k]*sin(th[i] - th[k])) for k in 1:9);
    Q[i] = V[i]*sum(V[k]*(Y[1, i, k]*sin(th[i] - th[k]) - Y[2, i, k]*cos(th[i] - th[k])) for k in 1:9);
  end for;
  th[1] = 0;
  V[1:3] = {1.04, 1.025, 1.025};
  P[2:9] = {1.63, 0.85, 0, -1.25, -0.9, 0, -1, 0};
  Q[4:9] = {0, -0.5, -0.3, 0, -0.35, 0};
end PowerFlow9;
