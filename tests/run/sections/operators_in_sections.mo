// 3.7 in sections: edge and change of elements and of whole variables, smooth, noEvent and homotopy. b[1] becomes true at 0.25, b[2] at 0.5.
//
// simulate: --stop-time 1 --intervals 8
// expect: n(end) = 2
// expect: m(end) = 2
// expect: k(end) = 1
// expect: y(end) = 4 +- 1e-9
// expect: w(0.5) = 1 +- 1e-9
model OperatorsInSections
  Boolean b[2] = {time > 0.25, time > 0.5}, c = time > 0.375;
  discrete Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
  Integer i(start = 0, fixed = true);
  Real y, w;
algorithm
  for j in 1:2 loop
    if edge(b[j]) then
      n := n + 1;
    end if;
    if change(b[j]) then
      m := m + 1;
    end if;
  end for;
  if edge(c) or change(i) then
    k := k + 1;
  end if;
algorithm
  y := smooth(0, if time < 0.5 then 2 else 4) + 0*homotopy(time, 1);
  w := noEvent(if time < 0.75 then 1 else 2);
equation
  when time > 2 then
    i = 1;
  end when;
end OperatorsInSections;
