// simulate: --stop-time 1
// What a component demands is told at the component, then at the assertion; the text of its message follows.
model Pump
  Real p = 1 - time;
equation
  assert(p > 0.5, "the pressure is too low");  // note[E0706]: it is here
end Pump;
model AssertionInAPart
  Pump pump;  // error[E0706]@8: in 'pump', a 'Pump': an assertion failed at time 0.5
end AssertionInAPart;
