// Parameters in connectors give assertions, not equations: 9.3.
// Expected: s.p.m = l.p.m checked now (both frozen); s.p.pin.v = l.p.pin.v; s.p.pin.i +
//   l.p.pin.i = zeros(2)
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 3;
  Pin pin[m];
end Plug;
model S
  Plug p(final m = 2);
equation
  p.pin.v = fill(time, 2);
end S;
model L
  Plug p(final m = 2);
equation
  p.pin.v = p.pin.i;
end L;
model ParametersInConnectors
  S s;
  L l;
equation
  connect(s.p, l.p);
end ParametersInConnectors;

/* flat
model ParametersInConnectors
  final parameter Integer 's.p.m' = 2;
  Real 's.p.pin[1].v';
  Real 's.p.pin[1].i';
  Real 's.p.pin[2].v';
  Real 's.p.pin[2].i';
  final parameter Integer 'l.p.m' = 2;
  Real 'l.p.pin[1].v';
  Real 'l.p.pin[1].i';
  Real 'l.p.pin[2].v';
  Real 'l.p.pin[2].i';
equation
  {'s.p.pin[1].v', 's.p.pin[2].v'} = fill(time, 2);
  {'l.p.pin[1].v', 'l.p.pin[2].v'} = {'l.p.pin[1].i', 'l.p.pin[2].i'};
  's.p.pin[1].v' = 'l.p.pin[1].v';
  's.p.pin[1].i' + 'l.p.pin[1].i' = 0.0;
  's.p.pin[2].v' = 'l.p.pin[2].v';
  's.p.pin[2].i' + 'l.p.pin[2].i' = 0.0;
end ParametersInConnectors;
*/
