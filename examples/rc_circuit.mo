// A voltage source charges a capacitor through a resistor.
//
// What to look at: nobody wrote down the equations of this circuit. Each component states the law
// of its kind, a `connect` states that two pins touch. From the connections come the rest: pins
// that touch have the same potential, and what flows into a node flows out of it again
// (variables with the prefix `flow` sum to zero). The compiler collects 17 equations, removes the
// trivial ones and finds the order in which the others can be evaluated:
//
//   tarn flatten examples/rc_circuit.mo      all equations
//   tarn explain examples/rc_circuit.mo      which unknown is computed from which equation
//
// The number: u = V (1 - exp(-t / (R C))) with R C = 0.1 s.
//
// expect: capacitor.u(0.1) = 6.321205588285577 +- 1e-4
// expect: capacitor.u(0.5) = 9.932620530009146 +- 1e-4
// expect: states = {capacitor.u}
// expect: loops = {}
package Electrical "The few components this example needs"
  connector Pin "Where a wire can be attached"
    Real v(unit = "V") "potential of the node";
    flow Real i(unit = "A") "current into the component";
  end Pin;

  partial model TwoPin "What all components with two pins have in common"
    Pin p, n;
    Real u(unit = "V") "voltage between the pins";
  equation
    u = p.v - n.v;
    p.i + n.i = 0;
  end TwoPin;

  model Source "Constant voltage"
    extends TwoPin;
    parameter Real V(unit = "V") = 10;
  equation
    u = V;
  end Source;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 100;
  equation
    u = R*p.i;
  end Resistor;

  model Capacitor
    extends TwoPin(u(start = 0, fixed = true));
    parameter Real C(unit = "F") = 1e-3;
  equation
    C*der(u) = p.i;
  end Capacitor;

  model Ground "Potential zero"
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Electrical;

model RCCircuit "Source, resistor and capacitor in series"
  Electrical.Source source(V = 10);
  Electrical.Resistor resistor(R = 100);
  Electrical.Capacitor capacitor(C = 1e-3);
  Electrical.Ground ground;
equation
  connect(source.p, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 0.5));
end RCCircuit;
