// Reference: (1 - t/2)^2 for der(x) = -x^0.5. The root of a minus zero is no minus zero, as of
// pow() in C: atan2(0, -1) is pi, atan2(-0, -1) would be -pi.
// expect: x(1.0) = 0.25 +- 1e-5
// expect: z(1.0) = 3.141592653589793 +- 1e-15
model PowerOfAHalf
  Real x(start = 1, fixed = true), s(start = 0, fixed = true), z;
equation
  der(x) = -x^0.5;
  der(s) = 0;
  z = atan2((-s)^0.5, -1);
  annotation(experiment(StopTime = 1));
end PowerOfAHalf;
