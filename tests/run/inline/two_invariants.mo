// [CK06, 8.10]: two oscillators, each with its energy as an invariant that an extra equation keeps in the least-squares sense, while backward
// Euler alone would lose 1 - exp(-0.05) of it within 5 s. Neither knows the other.
// simulate: --inline backward-euler --step 0.01 --stop-time 5 --intervals 500
// expect: a.E(5) = 0 +- 0.01
// expect: b.E(5) = 0 +- 0.04
model TwoInvariants
  model Oscillator
    parameter Real w = 1;
    Real x(start = 1, fixed = true), v(start = 0, fixed = true), f;
    Real E annotation(__Tarn(invariant = true));
  equation
    der(x) = v;
    der(v) = f;
    f + 0.001*sin(f) = -w^2*x - 0.001*sin(w^2*x);
    E = (v^2 + w^2*x^2 - w^2)/2;
  end Oscillator;
  Oscillator a(w = 1), b(w = 2);
end TwoInvariants;
