// Elements of an array of buses inside connected buses join place by place, not all with all.
connector RealOutput = output Real;
connector RealInput = input Real;
expandable connector Cell
  Real v;
end Cell;
expandable connector Bus
  Cell cell[2];
end Bus;
model Source
  Bus bus;
  RealOutput y[2] = {time, 2*time};
equation
  connect(y[1], bus.cell[1].v);
  connect(y[2], bus.cell[2].v);
end Source;
model Sink
  Bus bus;
  RealInput u[2];
equation
  connect(bus.cell[1].v, u[1]);
  connect(bus.cell[2].v, u[2]);
end Sink;
model NestedBusArray
  Source source;
  Sink sink;
equation
  connect(source.bus, sink.bus);
end NestedBusArray;
/* flat
model NestedBusArray
  Real 'source.bus.cell[1].v';
  Real 'source.bus.cell[2].v';
  Real 'source.y'[2];
  Real 'sink.bus.cell[1].v';
  Real 'sink.bus.cell[2].v';
  Real 'sink.u'[2];
equation
  'source.y' = {time, 2.0*time};
  'source.bus.cell[1].v' = 'sink.bus.cell[1].v';
  'source.bus.cell[1].v' = 'source.y'[1];
  'source.bus.cell[2].v' = 'sink.bus.cell[2].v';
  'source.bus.cell[2].v' = 'source.y'[2];
  'sink.bus.cell[1].v' = 'sink.u'[1];
  'sink.bus.cell[2].v' = 'sink.u'[2];
end NestedBusArray;
*/
