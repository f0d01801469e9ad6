// simulate: --stop-time 1
// The same where something refers to it: a comparison with no value would choose a branch.
model QuotientThatIsNeeded
  parameter Real winding = 0, field = 0;
  Real voltage;
  Real x(start = 1, fixed = true);
equation
  voltage = field/winding; // error[E0710]: 'voltage' is not a finite number (nan)
  der(x) = if voltage > 1 then 1 else -x;
end QuotientThatIsNeeded;
