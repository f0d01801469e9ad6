// Index 3, reduced; the states change while it swings, and the loop for the force is the
// integrator's. The numbers: from the horizontal to the bottom a pendulum needs K(1/2)*sqrt(l/g)
// with the elliptic integral K(1/2) = 1.8540746773013719; energy and length stay.
// simulate: --dae --method ida --tolerance 1e-9
// simulate: --dae --method bdf --tolerance 1e-9
// simulate: --dae --method radau5 --tolerance 1e-9
// simulate: --dae --method lobatto4 --tolerance 1e-9
// simulate: --dae --method sdirk4 --tolerance 1e-9
// simulate: --dae --method am3 --tolerance 1e-9
model PendulumTurns
  parameter Real g = 9.81, l = 1;
  Real x(start = 1, fixed = true), y(start = 0), vx, vy(start = 0, fixed = true), force;
  Real energy = (vx^2 + vy^2)/2 + g*y;
  Real length = sqrt(x^2 + y^2);
  Boolean left = x < 0;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -force*x;
  der(vy) = -force*y - g;
  x^2 + y^2 = l^2;
  annotation(experiment(StopTime = 6));
end PendulumTurns;
// expect: event 1 = 0.5919604868940593 +- 1e-7
// expect: event 2 = 1.775881460682178 +- 5e-7
// expect: energy(end) = 0 +- 1e-4
// expect: length(end) = 1 +- 1e-9
