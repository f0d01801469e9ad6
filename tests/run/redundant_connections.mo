// Connections that close a ring of connections alone, or are written twice, say nothing new (9.4.1): an overdetermined
// record is constrained where a ring closes by way of branches, and nowhere else.
model RedundantConnections
  record Reference
    Real theta;
    function equalityConstraint
      input Reference a;
      input Reference b;
      output Real residue[1];
    algorithm
      residue := {a.theta - b.theta};
    end equalityConstraint;
  end Reference;
  connector Pin
    Real v;
    flow Real i;
    Reference reference;
  end Pin;
  model Source
    Pin p;
  equation
    p.v = 2;
    p.reference.theta = time;
    Connections.root(p.reference);
  end Source;
  model Load
    Pin p;
  equation
    p.i = p.v;
  end Load;
  Source s;
  Load a, b;
equation
  connect(s.p, a.p);
  connect(a.p, b.p);
  connect(s.p, b.p);
  connect(a.p, s.p);
  // expect: s.p.i(1.0) = -4 +- 1e-12
  // expect: b.p.reference.theta(1.0) = 1 +- 1e-12
end RedundantConnections;
