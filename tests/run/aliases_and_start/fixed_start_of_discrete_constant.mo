// A fixed start of a Boolean is one of pre(b): b itself may be constant and different.
// simulate: --stop-time 1
// expect: b(0.5) = 0 +- 0
// expect: x(1) = 1 +- 1e-6
model FixedStartOfDiscreteConstant
  Boolean b(start = true, fixed = true) = false;
  Real x(start = 0, fixed = true);
equation
  der(x) = if b then 2 else 1;
end FixedStartOfDiscreteConstant;
