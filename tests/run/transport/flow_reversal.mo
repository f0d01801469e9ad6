// simulate: --method cvode --tolerance 1e-8
// simulate: --method dopri5 --tolerance 1e-8
// simulate: --method ida --dae --tolerance 1e-8
// x = 0.4*sin(time): what flows in at 0 until pi/2 flows out there again, so that at time t between
// pi/2 and pi the material that came in at pi - t is back; on the other side the same from pi/2 to
// 3*pi/2 with -time as input. The jump of the initial distribution in the middle never comes out.
// expect: out0(1.0) = 1.0 +- 1e-6
// expect: out1(1.0) = 1.0 +- 1e-6
// expect: event 1 = 1.5707963267948966 +- 1e-8
// expect: event 2 = 4.71238898038469 +- 1e-8
// expect: out0(2.0) = 1.1415926535898 +- 1e-6
// expect: out1(2.0) = -2 +- 1e-6
// expect: out0(3.0) = 0.1415926535898 +- 1e-6
// expect: out0(4.0) = 0 +- 1e-6
// expect: out1(5.0) = -4.4247779607694 +- 1e-6
// expect: out1(6.0) = -3.4247779607694 +- 1e-6
// expect: out0(9.0) = 6.7079632679490 +- 1e-6
model FlowReversal
  Real x(start = 0, fixed = true);
  Real v = cos(time);
  Real out0, out1;
equation
  der(x) = 0.4*v;
  (out0, out1) = spatialDistribution(
    time, -time, x, v >= 0, {0, 0.5, 0.5, 1}, {0, 0, 1, 1});
  annotation(experiment(StopTime = 10, Interval = 0.1));
end FlowReversal;
