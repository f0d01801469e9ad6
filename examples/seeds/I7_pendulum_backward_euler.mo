// Seed case I7, figure 8.31: the pendulum (8.118) with backward Euler inlined loses energy. The loop
// has one tearing variable.
// reference: without friction the free energy E_f stays 0; forward Euler multiplies the energy of an
// oscillator of frequency w in each step by 1 + (h*w)^2, backward Euler divides it by that
// simulate: --inline backward-euler --step 0.01 --stop-time 10 --intervals 1000
// picture: tarn simulate I7_pendulum_backward_euler.mo --inline backward-euler --step 0.01
//   --stop-time 10 --intervals 1000 --plot figure-8.31.svg phi E_f
// expect: tearing = 1
// expect: E_f(5) = -10.5 +- 0.5
// expect: E_f(10) = -17.3 +- 0.5
model I7_pendulum_backward_euler
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
end I7_pendulum_backward_euler;
