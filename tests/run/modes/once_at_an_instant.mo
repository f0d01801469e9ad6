// What has happened in the mode before does not happen again in the next: a sample of the same instant, a condition that is true already, the counter
// of changes. m counts the samples at 1, 2, 3, 4; k the instants at which x, a saw tooth of the other mode, is above 1.
//
// simulate: --stop-time 4.5
// expect: m(1.5) = 1
// expect: m(4.5) = 4
// expect: k(4.5) = 1
// expect: changes(4.5) = 4
model OnceAtAnInstant
  Boolean odd(start = false, fixed = true) annotation(__Tarn(structural = true));
  Integer m(start = 0, fixed = true), k(start = 0, fixed = true), changes(start = 0, fixed = true);
  Real x(start = 0, fixed = true), u;
equation
  der(x) = 1;
  if odd then
    u = 1;
  else
    u = x;
  end if;
  when sample(1, 1) then
    m = pre(m) + 1;
    odd = not pre(odd);
  end when;
  when x > 1.5 then
    k = pre(k) + 1;
  end when;
  when change(odd) then
    changes = pre(changes) + 1;
  end when;
end OnceAtAnInstant;
