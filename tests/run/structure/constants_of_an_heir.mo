// A record may have the value of an heir with other constants, as it may have other parameters; sizes
// follow: r.x has 6 elements, and so has a record that is handed on.
//
// expect: k = 18 +- 0
// expect: z = 6 +- 0
// expect: y[6](1) = 1 +- 1e-12
// expect: last(1) = 2 +- 1e-12
model ConstantsOfAnHeir
  record Base
    constant Integer n = 4;
    constant Real gain = 2;
    Real x[n];
  end Base;
  record Heir
    extends Base(n = 6, gain = 3);
  end Heir;
  model Part
    parameter Base data(x = zeros(data.n));
    Real z = data.n;
  end Part;
  Base r = Heir(x = fill(time, 6));
  parameter Heir h(x = ones(6));
  Base s = h;
  Part part(data = h);
  parameter Real k = r.n*r.gain;
  Real y[r.n] = r.x;
  Real z = part.z;
  Real last = s.x[6] + part.data.x[6]*time;
end ConstantsOfAnHeir;
