// 9.1.3: members of expandable connectors that connections bring along.
model BusMembers
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  block Source
    Out y = time;
  end Source;
  Bus bus;
  Source s, t[2];
  parameter Integer k = 2;
  Integer n = integer(time);
  Source d if false;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin p[2];
  Real x;
equation
  connect(s.y, bus.row[1, 2]); // error[E0004]@20: matrices as undeclared members of expandable connectors are not supported yet
  connect(s.y, bus.one["a"]); // error[E0301]@24: the subscript must be of type 'Integer', but '"a"' is of type 'String'
  connect(s.y, bus.some[n]); // error[E0305]@20: the value of 'n' is needed at compile time, but it is no parameter
  connect(d.y, bus.none);
  connect(p[n], p[1]); // error[E0305]@11: the subscripts in 'connect' must be known at compile time
  connect(s.y, bus.y.z.w);
  connect(x, s.y); // error[E0318]@11: 'x' is no connector
  connect(s, t[1]); // error[E0318]@11: 's' is no connector // error[E0318]@14: 't[1]' is no connector
  connect(time, s.y); // error[E0318]@11: 'time' is no connector
  connect(Source, s.y); // error[E0318]@11: 'Source' is no connector
  if time > 1 then
    Connections.root(p[1]); // error[E0312]@5: 'Connections.root' is not allowed under a condition that is not known at compile time
  end if;
  Connections.branch(p[1]); // error[E0308]@3: wrong number of arguments for 'Connections.branch'
  Connections.root(p[1], 2, 3); // error[E0308]@3: wrong number of arguments for 'Connections.root'
  Connections.potentialRoot(p[1], priority = "a"); // error[E0301]@46: the priority must be of type 'Integer', but '"a"' is of type 'String'
  Connections.potentialRoot(p[1], "a"); // error[E0301]@35: the priority must be of type 'Integer', but '"a"' is of type 'String'
  Connections.root(x);
  Connections.root(3); // error[E0318]@20: '3' does not name one component of this model
  Connections.root(nothing); // error[E0200]@20: 'nothing' is not declared
  Connections.root(p); // error[E0318]@20: 'p' does not name one component of this model
end BusMembers;
