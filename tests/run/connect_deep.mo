// expect: box.n.source.p.i(1.0) = -1.5 +- 1e-9
// expect: box.n.inner_load.p.i(1.0) = 0.5 +- 1e-9
// expect: load.p.i(1.0) = 1 +- 1e-9
// expect: box.n.q.i(1.0) = 0 +- 1e-9
// connect reaches into a component of a component: its connector has the connections of both
// places, 3 V over 6 Ohm inside and over 3 Ohm outside.
model ConnectDeep
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Source
    Pin p;
  equation
    p.v = 3;
  end Source;
  model Load
    parameter Real r;
    Pin p;
  equation
    p.v = r*p.i;
  end Load;
  model Inner
    Source source;
    Load inner_load(r = 6);
    Pin q;
  equation
    connect(source.p, inner_load.p);
    connect(q, inner_load.p);
  end Inner;
  model Box
    Inner n;
  end Box;
  Box box;
  Load load(r = 3);
equation
  connect(load.p, box.n.source.p);
end ConnectDeep;
