// A part of models to come is looked at without the outside that stands in for them.
// check: --class Part.Wall
package Part
  connector Port
    Real T(unit = "K");
    flow Real Q_flow(unit = "W");
  end Port;
  model Wall
    parameter Real d(unit = "m") = 0.2, A(unit = "m2") = 3, k(unit = "W/(m.K)") = 1;
    Port a, b;  // error[E0502]: in 'a', a 'Part.Port': nothing fixes the level of 'a.T', 'b.T': a ground or another reference is missing, or a connection
  equation
    a.Q_flow = k*A*d*(a.T - b.T);  // warning[E0330]: the sides of the equation have different units: 'a.Q_flow' is W = kg.m2/s3, 'k*A*d*(a.T - b.T)' is kg.m4/s3
    a.Q_flow + b.Q_flow = 0;
  end Wall;
end Part;
