// simulate: --strict --stop-time 1
// What is a warning otherwise.
model NanInAFunctionStrictly
  function share
    input Real part, whole;
    output Real y;
  protected
    Real q;
  algorithm
    q := part/whole;
    y := if q > 1 then 1 else 2;
    annotation(Inline = false);
  end share;
  Real y = share(time, 2*time);  // error[E0710]: stopped at time 0: a value that is none decides about 'y'
end NanInAFunctionStrictly;
