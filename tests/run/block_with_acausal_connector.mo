// expect: i(1.0) = -1.5 +- 1e-9
// expect: probe.y(1.0) = 3 +- 1e-9
// A block with a pin is a model: 3 V over 2 Ohm, and the probe takes no current.
model BlockWithAcausalConnector
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
    Pin p;
  equation
    p.i = p.v/2;
  end Load;
  block Probe
    Pin p;
    output Real y;
  equation
    p.i = 0;
    y = p.v;
  end Probe;
  Source source;
  Load load;
  Probe probe;
  Real i = source.p.i;
equation
  connect(source.p, load.p);
  connect(source.p, probe.p);
end BlockWithAcausalConnector;
