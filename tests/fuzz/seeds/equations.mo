model M // comment
  Real x, y; /* another
  one */
initial equation
  x = 1 "why" annotation (a = 1);
initial algorithm
  y := 2;
equation
  der(x) = if a then b elseif c then d else -e;
  connect(a.b[1], c);
  if a then x = 1; elseif b then y = 2; else z = 3; end if;
  for i in 1:n, j loop a[i, j] = 0; end for;
  when {initial(), sample(0, 1)} then x = pre(x); elsewhen b then reinit(x, 1); end when;
  (a, , b) = f(x, k = 1, g = function h(m = 2));
algorithm
  while a < b loop a := a + 1; break; end while;
  (x, y) := f(1);
  f(x);
  return;
  when a then x := 1; end when;
end M;
