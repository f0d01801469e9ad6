// When all diodes of a bridge block, its source floats: four conductances of 1e-12 S hold it in the
// middle between the ends of the load. Factors of the loop from when diodes conducted make nothing
// of currents that small, and a guess must not pass for a solution because of them.
// The number: with i = -Is + G*u for each diode, a.i - c.i = d.i - b.i is
// 2*(p + q) = 2*(top + top - u), so that p lies us/2 above (top + top - u)/2.
// simulate: --method bdf --tolerance 5e-4 --intervals 1000
// simulate: --method bdf --tolerance 5e-5 --intervals 1000
// simulate: --method radau5 --tolerance 1e-3 --intervals 1000
// simulate: --method dopri5 --tolerance 2e-5 --intervals 1000
// simulate: --dae --method bdf --tolerance 1e-4 --intervals 1000
model DiodesThatBlock
  model Diode
    parameter Real Is = 1e-14, Vt = 0.025864680954552383, Rs = 0.1, G = 1e-12;
    Real u "at both ends", i, inside;
  equation
    inside = u - Rs*i;
    i = Is*(exp(inside/Vt) - 1) + G*inside;
  end Diode;
  parameter Real R = 100, C = 100e-6;
  Diode a, b, c, d;
  Real us, u(start = 0, fixed = true), top "of the load", p, q "ends of the source";
  Real off = noEvent(if u > 2 and u - abs(us) > 0.5 then abs(p - us/2 - (top + top - u)/2) else 0);
equation
  us = 10*sin(2*3.141592653589793*50*time);
  us = p - q;
  a.u = p - top;
  b.u = q - top;
  c.u = top - u - p;
  d.u = top - u - q;
  (top - u)/1000 = a.i + b.i - c.i - d.i;
  a.i + b.i = C*der(u) + u/R;
  a.i - c.i = d.i - b.i;
  annotation(experiment(StopTime = 0.1));
end DiodesThatBlock;
// expect: off(0.0113) = 0 +- 1e-9
// expect: off(0.0313) = 0 +- 1e-9
// expect: off(0.0502) = 0 +- 1e-9
// expect: off(0.0505) = 0 +- 1e-9
// expect: off(0.0508) = 0 +- 1e-9
// expect: off(0.0512) = 0 +- 1e-9
