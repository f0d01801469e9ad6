// Parts of arrays by numbers, lists, ranges backwards, nothing at all and whole dimensions (10.5.1,
// 10.5.3), read and written. The element a[i, j, k] is 100 i + 10 j + k, times u, which is 1 at the
// end: what is expected can be read off.
// simulate: --stop-time 1 --engine native
// simulate: --stop-time 1 --engine interpret
// simulate: --stop-time 1 --engine c
// expect: y[1](1) = 1380 +- 1e-9
// expect: y[2](1) = 232 +- 1e-9
// expect: y[3](1) = 214 +- 1e-9
// expect: y[4](1) = 0
// expect: y[5](1) = 1 +- 1e-9
// expect: y[6](1) = 6 +- 1e-9
// expect: y[7](1) = 112 +- 1e-9
// expect: y[8](1) = -213 +- 1e-9
// expect: y[9](1) = 18 +- 1e-9
// expect: y[10](1) = 223 +- 1e-9
// expect: y[11](1) = 334 +- 1e-9
// expect: y[12](1) = 7 +- 1e-9
model SlicesOfThreeDimensions
  function parts
    input Real a[2, 3, 4];
    input Real u;
    output Real y[12];
  protected
    Real b[2, 2], c[2, 3, 4], d[4], e[1, 3];
  algorithm
    y[1] := sum(a[:, 2, :]);
    b := a[2, {3, 1}, 4:-2:2];
    y[2] := b[1, 2];
    y[3] := b[2, 1];
    y[4] := sum(a[:, 1:0, 1]);
    c := a;
    c[1, :, {4, 1}] := u*[1, 2; 3, 4; 5, 6];
    y[5] := c[1, 1, 4];
    y[6] := c[1, 3, 1];
    y[7] := c[1, 1, 2];
    c[:, :, 2] := -a[:, :, 3];
    y[8] := c[2, 1, 2];
    c[2, 3, :] := fill(4.5*u, 4);
    y[9] := sum(c[2, 3, 1:4]);
    d := a[2, 2, :];
    y[10] := d[3];
    e := a[1:1, 1:3, 2] + 222*ones(1, 3);
    e[1, 2:1] := zeros(0);
    y[11] := e[1, 1];
    d[4:-1:1] := u*{4, 5, 6, 7};
    y[12] := d[1];
  end parts;
  Real u = time, y[12];
equation
  y = parts({{{(100*i + 10*j + k)*u for k in 1:4} for j in 1:3} for i in 1:2}, u);
end SlicesOfThreeDimensions;
