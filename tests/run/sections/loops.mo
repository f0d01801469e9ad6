// simulate: --tolerance 1e-8
// simulate: --tolerance 1e-8 --method dopri5
// simulate: --tolerance 1e-8 --dae --method ida
// Conditions inside loops make no events of their own; all variables of the section change
// together all the same. 100*time/2^k <= 1 with the smallest k: 6 at 0.5 (0.78125), 7 at 1. The
// k-th change is at 2^(k-1)/100. The last loop counts i with 10*time > 2*i, and the integral of
// `steps` (0, 1 from 0.25, 2 from 0.5 on) is 1.25.
// expect: k(0.5) = 6
// expect: x(0.5) = 0.78125 +- 1e-9
// expect: k = 7
// expect: odd(0.5) = 0
// expect: odd = 1
// expect: changes = 7
// expect: past = 1
// expect: size(0.2) = 1
// expect: size(0.4) = 2
// expect: size = 3
// expect: broken = 7
// expect: many[2](0.5) = 2
// expect: whole(0.9) = 3
// expect: integral = 1.25 +- 1e-6
// expect: sudden(0.4) = 0
// expect: sudden(0.6) = 3
model Loops
  type Size = enumeration(small, middle, large);
  Real x, y, z, integral(start = 0, fixed = true);
  Integer k, changes(start = 0, fixed = true), past(start = 0, fixed = true), broken, many[2];
  Integer whole, steps, n = 3, sudden;
  Boolean odd;
  Size size;
equation
  der(integral) = steps;
  when change(k) then
    changes = pre(changes) + 1;
  end when;
algorithm
  x := 100*time;
  k := 0;
  odd := false;
  while x > 1 loop
    x := x/2;
    k := k + 1;
    odd := not odd;
  end while;
  when k > 3 then
    past := pre(past) + 1;
  end when;
algorithm
  y := 4*time;
  size := Size.small;
  steps := 0;
  while noEvent(y > 1) loop
    y := y/2;
    steps := steps + 1;
    size := if size == Size.small then Size.middle else Size.large;
  end while;
algorithm
  z := 100*time;
  broken := 0;
  for i in 1:20 loop
    if z <= 1 then
      break;
    end if;
    z := z/2;
    broken := broken + 1;
  end for;
algorithm
  many := {0, 0};
  for i in 1:n loop
    if 10*time > 2*i then
      many[2] := many[2] + 1;
    end if;
  end for;
algorithm
  whole := integer(x*0 + 3.5*time);
algorithm
  sudden := 0;
  if noEvent(time > 0.5) then
    sudden := 3;
  end if;
end Loops;
