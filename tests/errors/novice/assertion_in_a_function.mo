// simulate: --stop-time 1
// The function is somebody else's: what the modeller wrote is the call.
function density
  input Real p;
  output Real d;
algorithm
  assert(p < 1.25, "the pressure is too high for this fluid");  // note[E0706]: in 'density'
  d := 2*p;
  annotation(Inline = false);
end density;
function mass
  input Real p;
  output Real m;
algorithm
  m := if p < 0 then 0 else 3*density(p);
  annotation(Inline = false);
end mass;
model Vessel
  parameter Real V = 1;
  Real p = V*(1 + time), m;
equation
  m = mass(p);  // note[E0706]: mass(vessel.p) with vessel.p = 1.25
end Vessel;
model AssertionInAFunction
  Vessel small(V = 0.1), vessel;  // error[E0706]: in 'vessel', a 'Vessel': an assertion failed at time 0.25: the pressure is too high for this fluid
end AssertionInAFunction;
