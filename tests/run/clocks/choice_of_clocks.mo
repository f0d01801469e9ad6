// 16.5.1 and 16.7: intervals by parameters, choices of clocks, arrays in a partition, conversions of parts.
// x counts in steps of {1, 2}, with ticks at 0, 0.2, ... 1; two clocks of one interval are one.
//
// expect: n(end) = 6
// expect: w[2](end) = 12
// expect: z(end) = 13 +- 1e-9
// expect: v[1](end) = 1
// expect: t(end) = 18
// expect: v[2](end) = 2
model ChoiceOfClocks
  function total
    input Real v[:];
    output Real s = sum(v);
  algorithm
    annotation(Inline = false);
  end total;
  parameter Real step = 0.2;
  parameter Boolean slow = true;
  Clock c = if slow then Clock(step) else Clock(step/2);
  Clock d = Clock(step);
  Real x[2](start = {0, 0}), y[2], z;
  Integer n(start = 0);
  Real w[2], v[2], t;
equation
  when c then
    x = previous(x) + {1, 2};
    n = previous(n) + 1;
  end when;
  y = 2*x;
  t = total(x);
  z = y[1] + sample(time, d);
  w = hold(x);
  if n > 3 then
    for i in 1:2 loop
      v[i] = i;
    end for;
  else
    v = {3, 4};
  end if;
end ChoiceOfClocks;
