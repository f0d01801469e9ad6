// Without a start value: the one nearest zero between min and max, of an enumeration min (4.9).
// expect: above(start) = 2
// expect: below(start) = -2
// expect: between(start) = 0
// expect: by_parameter(start) = 3
// expect: v[1](start) = 1
// expect: v[2](start) = 0
// expect: n = 5
// expect: e = 2
// expect: first = 1
// expect: y = 2
// expect: k = -3
// expect: z = 3
// expect: g = 2
// expect: kept = 4
// expect: from_algorithm = 1
// expect: warning parameters without a value
model Fallback
  type E = enumeration(a, b, c);
  type Positive = Real(min = 1);
  parameter Real m = 3, free(min = 2), chained(min = m);
  parameter Integer whole(max = -3);
  parameter E choice(min = E.b);
  Real above(min = 2, fixed = true), below(max = -2, fixed = true);
  Real between(min = -1, max = 3, fixed = true), by_parameter(min = m, fixed = true);
  Real v[2](min = {1, -1}, each fixed = true), y = free, z = chained;
  Integer n(min = 5, fixed = true), k = whole, kept(min = 4);
  E e(min = E.b, fixed = true), first(fixed = true), g = choice;
  Positive from_algorithm;
equation
  der(above) = 0;
  der(below) = 0;
  der(between) = 0;
  der(by_parameter) = 0;
  der(v) = zeros(2);
  when sample(2, 1) then
    n = pre(n) + 1;
    e = E.c;
    first = E.c;
  end when;
algorithm
  when sample(2, 1) then
    kept := kept + 1;
  end when;
algorithm
  if time > 2 then
    from_algorithm := 5;
  end if;
end Fallback;
