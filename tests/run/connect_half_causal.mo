// A connector without causality with an input and an output (9.3 forbids it): they are equal. A warning; an error with --strict.
model ConnectHalfCausal
  connector In = input Real;
  connector Out = output Real;
  connector Node = Real;
  model Pipe
    Node k;
    Real y = 2*k;
  end Pipe;
  block Source
    Out y = time;
  end Source;
  block Gain
    In u;
    Real y = 3*u;
  end Gain;
  Pipe p;
  Source s;
  Gain g;
equation
  connect(s.y, p.k);
  connect(p.k, g.u);
  // expect: p.y(1) = 2 +- 1e-9
  // expect: g.y(1) = 3 +- 1e-9
end ConnectHalfCausal;
