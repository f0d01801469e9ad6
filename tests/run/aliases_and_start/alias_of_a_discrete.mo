// reference: y jumps with z
// simulate: --stop-time 2 --intervals 4
// expect: y(0.5) = 5
// expect: y(1.5) = 6
model AliasOfADiscrete
  discrete Real z(start = 5, fixed = true);
  Real y;
equation
  when sample(1, 1) then
    z = pre(z) + 1;
  end when;
  y = z;
end AliasOfADiscrete;
