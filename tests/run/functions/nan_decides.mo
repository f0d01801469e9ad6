// A comparison with nan is false, and so is its opposite (3.5 wants numbers): what it decides about
// is no result. 0/0 at time 0, in a function that is written out in its equation.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: status = 3
// expect: error stopped at time 0: a value that is none decides about 'y'
model NanDecides
  function share
    input Real part, whole;
    output Real y;
  protected
    Real q;
  algorithm
    q := part/whole;
    y := if q > 1 then 1 else 2;
  end share;
  Real y = share(time, 2*time);
end NanDecides;
