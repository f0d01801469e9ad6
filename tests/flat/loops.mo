// A loop stays a loop while only variables are indexed; component arrays make it be written out.
model Tank
  Real h(start = 1, fixed = true);
  Real q;
equation
  der(h) = -q;
end Tank;
model Loops
  parameter Integer n = 3;
  Tank tank[n];
  Real x[n], y[n, n];
  Real total, chosen;
  Integer k = if time > 1 then 1 else 2;
equation
  for i in 1:n loop
    tank[i].q = i*tank[i].h;
  end for;
  for i in 1:n loop
    x[i] = i*time;
    for j in 1:n loop
      y[i, j] = x[i] + (if i == j then 1 else 0);
    end for;
  end for;
  total = sum(tank.h);
  chosen = tank[k].h;
end Loops;
/* flat
function 'Real[]'
  input Real x1[3];
  input Integer x2;
  output Real y1;
algorithm
  y1 := x1[x2];
  annotation(Inline = true);
end 'Real[]';
model Loops
  final parameter Integer n = 3;
  Real 'tank[1].h'(start = 1.0, fixed = true) annotation(__Tarn(startLevel = 2));
  Real 'tank[1].q';
  Real 'tank[2].h'(start = 1.0, fixed = true) annotation(__Tarn(startLevel = 2));
  Real 'tank[2].q';
  Real 'tank[3].h'(start = 1.0, fixed = true) annotation(__Tarn(startLevel = 2));
  Real 'tank[3].q';
  Real x[3];
  Real y[3, 3];
  Real total;
  Real chosen;
  Integer k;
equation
  k = if time > 1.0 then 1 else 2;
  'tank[1].q' = 'tank[1].h';
  'tank[2].q' = 2.0*'tank[2].h';
  'tank[3].q' = 3.0*'tank[3].h';
  for i in 1:3 loop
    x[i] = i*time;
    for j in 1:3 loop
      y[i, j] = x[i] + (if i == j then 1.0 else 0.0);
    end for;
  end for;
  total = sum({'tank[1].h', 'tank[2].h', 'tank[3].h'});
  chosen = 'Real[]'({'tank[1].h', 'tank[2].h', 'tank[3].h'}, k);
  der('tank[1].h') = -'tank[1].q';
  der('tank[2].h') = -'tank[2].q';
  der('tank[3].h') = -'tank[3].q';
end Loops;
*/
