// Loops of five equations, in units that make their coefficients of all sizes: a chain that solves each
// row for the last unknown in it multiplies rounding by 2e4 in every link, and y[5] was -1232. The
// matrices are close to diagonal ones. Reference: the right sides are made of y[i] = i + x, x = time.
// simulate: --stop-time 2
// simulate: --stop-time 2 --no-alias
// simulate: --stop-time 2 --engine interpret
// expect: varies.y[1](1.0) = 2 +- 1e-9
// expect: varies.y[5](start) = 5 +- 1e-9
// expect: varies.y[5](2.0) = 7 +- 1e-9
// expect: switches.y[5](0.5) = 5.5 +- 1e-9
// expect: switches.y[5](2.0) = 7 +- 1e-9
// expect: stays.y[5](2.0) = 7 +- 1e-9
model ShortChainOfSizes
  model Chain
    input Real w;
    Real y[5], x = time;
  equation
    w*y[1] + 0.005*y[2] = w*(1 + x) + 0.005*(2 + x);
    for i in 2:4 loop
      0.004*y[i - 1] + w*y[i] + 0.005*y[i + 1] = 0.004*(i - 1 + x) + w*(i + x) + 0.005*(i + 1 + x);
    end for;
    0.004*y[4] + w*y[5] = 0.004*(4 + x) + w*(5 + x);
  end Chain;
  Real s(start = 0, fixed = true);
  parameter Real p = 100;
  Chain varies(w = 100*(1.1 + sin(s))), switches(w = if time < 0.7 then 100 else 120), stays(w = p);
equation
  der(s) = 1;
end ShortChainOfSizes;
