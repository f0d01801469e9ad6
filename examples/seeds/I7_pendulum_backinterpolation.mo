// Seed case I7, figure 8.32: the pendulum (8.118) with BI2 inlined, half a step of forward and half
// of backward Euler: the energy stays bounded.
// reference: phi and w of a run with tolerance 1e-12; E_f = 0
// simulate: --inline bi2 --step 0.01 --stop-time 10 --intervals 1000
// picture: tarn simulate I7_pendulum_backinterpolation.mo --inline bi2 --step 0.01 --stop-time 10
//   --intervals 1000 --plot figure-8.32.svg phi E_f
// expect: tearing = 1
// expect: phi(10) = 0.213567 +- 0.003
// expect: w(10) = 2.302351 +- 0.003
// expect: E_f(5) = 0 +- 2e-3
// expect: E_f(10) = 0 +- 2e-3
model I7_pendulum_backinterpolation
  parameter Real g = 9.81, m = 10, l = 1;
  parameter Real y0 = sqrt(2)/2;
  Real phi(unit = "rad", start = 0.785398163397448, fixed = true);
  Real w(unit = "rad/s", start = 0, fixed = true);
  Real x, y, v_x, v_y, dv_x, dv_y, F, E_p(unit = "J"), E_k(unit = "J");
  Real E_f(unit = "J");
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
end I7_pendulum_backinterpolation;
