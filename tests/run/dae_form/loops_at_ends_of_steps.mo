// Eight rectifiers whose sources hang on resistors of 1 MOhm: where all bridges block but for
// microamperes, factors of the time when they conducted make nothing of what is left. The run ends
// there, at the end of a step, and takes its values from the iteration of that step: the loops are
// solved one by one at the points of the output and where a step gets lost, not behind each step.
// The numbers: at the end one diode carries what flows through the resistor of the source, so that
// -us = v + (1e6 + 1e3 + 0.1)*i with i = 1e-14*(exp(v/Vt) - 1) + 1e-12*v has the one unknown v
// (bisection), and q = 1e6*i = 4.023429, p = us + q; the other diodes add up to 1e-11 A, which are
// 1e-5 V there.
// simulate: --tolerance 1e-2 --intervals 5
// simulate: --tolerance 1e-3 --intervals 5
// simulate: --tolerance 1e-5 --intervals 5
model LoopsAtEndsOfSteps
  model Diode
    parameter Real Is = 1e-14, Vt = 0.025864680954552383, Rs = 0.1, G = 1e-12;
    Real u "at both ends", i;
    Real inside;
  equation
    inside = u - Rs*i;
    i = Is*(exp(inside/Vt) - 1) + G*inside;
  end Diode;
  model Rectifier
    parameter Real R = 100, C = 100e-6;
    Diode a, b, c, d;
    Real us, u(start = 0, fixed = true), top "of the load", p, q "ends of the source";
  equation
    us = 10*sin(2*3.141592653589793*50*time);
    us = p - q;
    a.u = p - top;
    b.u = q - top;
    c.u = (top - u) - p;
    d.u = (top - u) - q;
    (top - u)/1000 = a.i + b.i - c.i - d.i;
    a.i + b.i = C*der(u) + u/R;
    a.i - c.i = d.i - b.i - q/1e6;
  end Rectifier;
  Rectifier x[8];
  annotation(experiment(StopTime = 0.0185));
end LoopsAtEndsOfSteps;
// expect: x[1].q(end) = 4.023429 +- 1e-5
// expect: x[8].p(end) = -0.516476 +- 1e-5
// expect: loop iterations <= 3000
