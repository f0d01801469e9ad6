// A function that compares nan may do so in passing: a warning, once. What is not looked at is no
// comparison at all.
// expect: warning 'y' may be wrong at time 0: in 'NanInPassing.share': '>' is asked of nan
// expect: y(0.0) = 2
// expect: y(1.0) = 3
// expect: z(1.0) = 4
model NanInPassing
  function share
    input Real part, whole;
    output Real y;
  protected
    Real q;
  algorithm
    q := part/whole;
    y := if q > 1 then 1 else 2;
    for i in 1:3 loop
      y := if whole > i then y + 1 else y;
    end for;
    annotation(Inline = false);
  end share;
  Real y = share(time, 2*time);
  Real x = -1 - time;
  Real z = if noEvent(x > 0 and log(x) > 1) then 3 else 4;
end NanInPassing;
