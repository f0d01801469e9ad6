// Elements of one component array may differ in size: split that array only: 10.1, 10.6.9.
// Expected: f[1].x[1], f[2].x[2], f[3].x[3] are three arrays; y = {f[1].y, f[2].y, f[3].y};
//   f.x[:] is an error
block F
  parameter Integer n = 2;
  Real x[n];
  Real y = x[n];
equation
  for i in 1:n loop
    x[i] = i*time;
  end for;
end F;
model ElementsOfDifferentSize
  F f[3](n = {1, 2, 3});
  Real y[3] = f.y;
  Real z[3] = f.x[1];
end ElementsOfDifferentSize;

/* instance
model ElementsOfDifferentSize
// F f[1]
// F f[2]
// F f[3]
parameter Integer f[1].n = 1;  // frozen
Real[1] f[1].x;
Real f[1].y = f[1].x[1];
parameter Integer f[2].n = 2;  // frozen
Real[2] f[2].x;
Real f[2].y = f[2].x[2];
parameter Integer f[3].n = 3;  // frozen
Real[3] f[3].x;
Real f[3].y = f[3].x[3];
Real[3] y = {f[1].y, f[2].y, f[3].y};
Real[3] z = {f[1].x[1], f[2].x[1], f[3].x[1]};
equation
  f[1].x[1] = time;
  for i in 1:2 loop
    f[2].x[i] = i*time;
  end for;
  for i in 1:3 loop
    f[3].x[i] = i*time;
  end for;
end ElementsOfDifferentSize;
*/
