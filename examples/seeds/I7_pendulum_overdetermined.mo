// Seed case I7, figure 8.33: the pendulum (8.118) with backward Euler inlined and the extra equation
// E_f = 0, (8.125) to (8.130): 14 equations for 13 unknowns, in the least-squares sense. A little
// energy is lost at first, and no more then. The ordinary solvers project after each step.
// reference: E_f = 0, phi and w of a run with tolerance 1e-12; the text: "initially, the approach
// still loses a bit of free energy, but the loss stops"
// simulate: --inline backward-euler --step 0.01 --stop-time 10 --intervals 1000
// simulate: --method backward-euler --step 0.01 --stop-time 10 --intervals 1000
// simulate: --method euler --step 0.01 --stop-time 10 --intervals 1000
// simulate: --inline euler --step 0.01 --stop-time 10 --intervals 1000
// simulate: --method radau5 --stop-time 10 --intervals 1000
// simulate: --method cvode --stop-time 10 --intervals 1000
// picture: tarn simulate I7_pendulum_overdetermined.mo --inline backward-euler --step 0.01
//   --stop-time 10 --intervals 1000 --plot figure-8.33.svg phi E_f
// expect: E_f(5) = 0 +- 1
// expect: E_f(10) = 0 +- 1
// expect: phi(10) = 0.213567 +- 0.1
// expect: w(10) = 2.302351 +- 0.15
model I7_pendulum_overdetermined
  parameter Real g = 9.81, m = 10, l = 1;
  parameter Real y0 = sqrt(2)/2;
  Real phi(unit = "rad", start = 0.785398163397448, fixed = true);
  Real w(unit = "rad/s", start = 0, fixed = true);
  Real x, y, v_x, v_y, dv_x, dv_y, F, E_p(unit = "J"), E_k(unit = "J");
  Real E_f(unit = "J") annotation(__Tarn(invariant = true));
equation
  der(phi) = w;
  x = l*sin(phi);
  v_x = l*cos(phi)*w;
  y = l*cos(phi);
  v_y = -l*sin(phi)*w;
  dv_x = -(x*l*w^2 + x*cos(phi)*g)/(x*sin(phi) + y*cos(phi));
  der(w) = dv_x/(l*cos(phi)) + sin(phi)/cos(phi)*w^2;
  dv_y = -l*sin(phi)*der(w) - l*cos(phi)*w^2;
  F = m*g*l/y - m*l*dv_y/y;
  E_p = m*g*(y0 - y);
  E_k = m*v_x^2/2 + m*v_y^2/2;
  E_f = E_p + E_k;
end I7_pendulum_overdetermined;
