// Twelve rectifiers of four diodes: loops of exponential functions, unknowns of the integrator of
// their own accord. Between two steps a diode begins to conduct, and what polynomials predict for
// its voltage is far from any solution; every point of the output has its row all the same.
// The numbers: ngspice 39 with the same bridge, where a resistor of 1 MOhm ties its floating nodes
// to ground (`.model d d(is=1e-14)`, vt = 0.025864680954552383, rs = 0.1, gmin = 1e-12, reltol =
// 1e-7), and radau5 in ODE form at 1e-10, which agree to 1e-4.
// simulate: --tolerance 1e-6
// simulate: --tolerance 1e-3
// simulate: --dae --method bdf --tolerance 1e-3 --intervals 2000
// simulate: --dae --method bdf --tolerance 1e-5 --intervals 2000
model ManyRectifiers
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
    (top - u)/1000 = 0 + (a.i + b.i - c.i - d.i);
    a.i + b.i = C*der(u) + u/R;
    a.i - c.i = d.i - b.i;
  end Rectifier;
  Rectifier x[12];
  annotation(experiment(StopTime = 0.1));
end ManyRectifiers;
// expect: x[1].u(0.1) = 5.42622 +- 5e-3
// expect: x[12].u(0.1) = 5.42622 +- 5e-3
