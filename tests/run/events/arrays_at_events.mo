// Arrays that when-clauses assign, with two branches each, by functions and by expressions; values
// by hand. At 0.5, 1.5 and 2.5 the first branch (8.3.5: the first condition that becomes true), at
// 1 and 2 the second, where w and k keep their values.
// simulate: --stop-time 3
// simulate: --stop-time 3 --engine interpret
// expect: v[1](0.7) = 0.5 +- 1e-12
// expect: v[2](0.7) = 1 +- 1e-12
// expect: n(0.7) = 2
// expect: v[1](1.2) = -1 +- 1e-12
// expect: v[2](1.2) = -2 +- 1e-12
// expect: n(1.2) = 7
// expect: w[2,1](1.2) = 0.5 +- 1e-12
// expect: w[2,2](1.2) = 1.5 +- 1e-12
// expect: v[2](2.9) = 5 +- 1e-12
// expect: w[1,2](2.9) = 3.5 +- 1e-12
// expect: k(3) = 3
// expect: x(3) = 0.75 +- 1e-6
model ArraysAtEvents
  function doubled
    input Real t;
    output Real r[2];
    output Integer n;
  algorithm
    r := {t, 2*t};
    n := 2;
  end doubled;
  function table
    input Real t;
    output Real r[2, 2];
  algorithm
    for i in 1:2 loop
      r[i, :] := {t, t + 1};
    end for;
  end table;
  discrete Real v[2](each start = 0, each fixed = true), w[2, 2](each start = 0, each fixed = true);
  discrete Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  Boolean odd = sample(0.5, 1);
equation
  der(x) = v[1];
  when odd then
    (v, n) = doubled(time);
    w = table(time);
    k = pre(k) + 1;
  elsewhen sample(1, 1) then
    v = -{time, 2*time};
    n = pre(n) + 5;
    w = pre(w);
    k = pre(k);
  end when;
end ArraysAtEvents;
