// Loops of a few rounds: up, down, by steps, of none, inside one another, with a range that an outer
// loop moves, with a power, and with a branch on the number of the round. The numbers are those of
// the sums: 1 + 2*x + 3*x^2 + y*(4 + 5*x + 6*x^2) at x = 2, y = 3; 5*4*3*2*1 and 1 + 4 + 7 of
// Integers; x + x^2 + x^3; and 1 + (1 + 2) + (1 + 2 + 3).
// expect: a(end) = 131 +- 1e-12
// expect: b(end) = 120 +- 1e-12
// expect: c(end) = 12 +- 1e-12
// expect: d(end) = 14 +- 1e-12
// expect: e(end) = 10 +- 1e-12
// expect: f(end) = 2 +- 1e-12
// expect: g(end) = 17 +- 1e-5
model WrittenLoops
  constant Real k[6] = {1, 2, 3, 4, 5, 6};
  function sums
    input Real x;
    input Real y;
    output Real a;
    output Real b;
    output Integer c;
    output Real d;
    output Real e;
    output Real f;
  protected
    Real p, q;
  algorithm
    a := 0;
    p := 1;
    q := 1;
    for j in 0:1 loop
      p := 1;
      for i in 1:3 loop
        a := a + k[i + 3*j]*p*q;
        p := p*x;
      end for;
      q := q*y;
    end for;
    b := 1;
    for i in 5:-1:1 loop
      b := b*i;
    end for;
    c := 0;
    for i in 1:3:8 loop
      c := c + i;
    end for;
    d := 0;
    for i in 1:3 loop
      d := d + x^i;
    end for;
    e := 0;
    for i in 1:3 loop
      for j in 1:i loop
        e := e + j;
      end for;
    end for;
    f := x;
    for i in 3:1 loop
      f := f + 100;
    end for;
    annotation(Inline = false);
  end sums;
  function cube
    input Real x;
    output Real y;
  algorithm
    y := 1;
    for i in 1:3 loop
      y := y*x + i;
    end for;
    annotation(Inline = false);
  end cube;
  Real a, b, d, e, f, g, u = cube(time);
  Integer c;
equation
  (a, b, c, d, e, f) = sums(2*time, 3*time);
  g = der(u) + 10; // of ((t + 1)*t + 2)*t + 3
  annotation(experiment(StopTime = 1));
end WrittenLoops;
