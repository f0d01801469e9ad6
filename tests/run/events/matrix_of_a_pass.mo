// The coefficient of a linear loop changes in the second pass of the event at time 0.5, when a has become
// true: s = i/1e-3 = 1000 from then on, and that is what the third clause sees.
// expect: s(0.4) = 1 +- 1e-9
// expect: s(0.6) = 1000 +- 1e-6
// expect: y(0.6) = 1000 +- 1e-6
model MatrixOfAPass
  Real i(start = 1, fixed = true), s;
  Boolean a(start = false, fixed = true), on(start = true, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(i) = 0;
  i = if on then s else 1e-3*s;
  when time > 0.5 then
    a = true;
  end when;
  when pre(a) then
    on = false;
  end when;
  when not on then
    y = s;
  end when;
end MatrixOfAPass;
