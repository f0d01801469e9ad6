// The limit of an if-equation is a quantity that people change between runs; that the model has pre() does not matter.
model PreFreezesNothing
  parameter Real limit = 2;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
  if x > limit then
    der(x) = -1;
  else
    der(x) = 1;
  end if;
end PreFreezesNothing;

/* instance
model PreFreezesNothing
parameter Real limit = 2.0;
Real x(start = 0.0, fixed = true);
Integer n(start = 0, fixed = true);
equation
  when sample(0.0, 1.0) then
    n = pre(n) + 1;
  end when;
  if x > limit then
    der(x) = -1.0;
  else
    der(x) = 1.0;
  end if;
end PreFreezesNothing;
*/
