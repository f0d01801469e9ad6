// Arrays without elements of every type, infinite bounds, and members selected by enumerations and Booleans, as texts that are read again: the runner
// compares the runs. 0 elements have the sum 0 and the product 1; the others are counted by hand.
// expect: n[1] = 1
// expect: n[2] = 2
// expect: n[3] = 3
// expect: n[4] = 4
// expect: n[5] = 5
// expect: picked(start) = 2
// expect: picked(end) = 3
// expect: flag(start) = 10
// expect: flag(end) = 20
// expect: green = 2
// expect: sums = 1
model NothingOfEachType
  type Colour = enumeration(red, green, blue);
  record Part
    Real x;
    Integer k[2];
    Colour c;
  end Part;
  function count
    input Integer more;
    input Boolean b[:];
    input String s[:];
    input Colour c[:];
    input Part p[:];
    output Integer n = more + size(b, 1) + size(s, 1) + size(c, 1) + size(p, 1);
  algorithm
  end count;
  function total
    input Real x[:, :];
    output Real y = sum(x) + product(x);
  algorithm
  end total;
  Part part = Part(time, {1, 2}, Colour.red);
  Boolean on = time > 0.5;
  Integer one = if on then 2 else 1;
  Real n[5] = {count(one - one + 1, fill(true, 0), fill("", 0), fill(Colour.red, 0), fill(part, 0)),
    count(one - one + 1, {on}, fill("", 0), fill(Colour.red, 0), fill(part, 0)),
    count(one - one + 1, {on}, {"a"}, fill(Colour.red, 0), fill(part, 0)),
    count(one - one + 1, {on}, {"a"}, {Colour.blue}, fill(part, 0)), count(one - one + 1, {on}, {"a"}, {Colour.blue}, {part})};
  Real shade[Colour](start = {1, 2, 3}, each fixed = true, each max = 1e300*1e300);
  Real side[Boolean] = {10 + 0*time, 20};
  Colour c = if on then Colour.blue else Colour.green;
  Real picked = shade[c];
  Real flag = side[on];
  Real green = shade[Colour.green];
  Real sums = total(fill(time, 0, 2));
equation
  der(shade) = zeros(3);
end NothingOfEachType;
