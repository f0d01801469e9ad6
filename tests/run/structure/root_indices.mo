// Connections.uniqueRootIndices: which root leads to each node; behind these the roots without one. The
// third source leads to the first load, the first one to the second. y follows from these numbers.
// simulate: --stop-time 1
// expect: k[1](1) = 3
// expect: k[2](1) = 1
// expect: k[3](1) = 2
// expect: y[3](1) = 10 +- 1e-12
// expect: y[1](1) = 20 +- 1e-12
// expect: y[2](1) = 30 +- 1e-12
// expect: load[1].p.v(1) = 3 +- 1e-12
model RootIndices
  type Node
    extends Real;
    function equalityConstraint
      input Node a;
      input Node b;
      output Real residue[0];
    end equalityConstraint;
  end Node;
  connector Port
    Real v;
    flow Real i;
    Node node;
  end Port;
  model Source
    parameter Real v;
    Port p;
  equation
    p.v = v;
    p.node = 0;
  end Source;
  model Wire
    Port a;
    Port b;
  equation
    Connections.branch(a.node, b.node);
    a.node = b.node;
    a.v = b.v;
    a.i + b.i = 0;
  end Wire;
  model Load
    Port p;
  equation
    p.i = p.v;
  end Load;
  Source source[3](v = {1, 2, 3});
  Load load[2];
  Wire wire[2];
  Integer k[3];
  Real y[3];
equation
  Connections.uniqueRoot(source.p.node, "one source for each load");
  k = Connections.uniqueRootIndices(source.p.node, load.p.node, "each load needs a source");
  for i in 1:3 loop
    y[k[i]] = 10*i*time;
  end for;
  connect(source[3].p, wire[1].a);
  connect(wire[1].b, load[1].p);
  connect(source[1].p, wire[2].a);
  connect(wire[2].b, load[2].p);
end RootIndices;
