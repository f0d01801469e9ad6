// noEvent: the expression is evaluated literally, nothing is remembered (8.5). Relations of parameters and of discrete
// variables make no events either (3.8.3, 3.8.4).
// count: 0 relation
// line: y = if x > 0.5 then 1.0 else 2.0
// line: z = if p > 0.5 then x else -x
model LiteralRelations
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y, z;
  discrete Real d(start = 0, fixed = true);
  Boolean b = d > 0.5;
equation
  der(x) = -x;
  y = noEvent(if x > 0.5 then 1 else 2);
  z = if p > 0.5 then x else -x;
  when sample(0, 1) then
    d = pre(d) + 1;
  end when;
end LiteralRelations;
