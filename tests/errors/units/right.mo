// What is right, or cannot be known, is silent: the one warning is for the last line.
model Right
  package Constants
    constant Real g(unit = "m/s2") = 9.81;
    constant Real one(unit = "s") = 1;
    constant Real pi = 2*asin(1.0);
    constant Real plain = 2;
  end Constants;
  record Data
    parameter Real k(unit = "N/m") = 100;
    parameter Real d(unit = "N.s/m") = 1;
  end Data;
  block Gain
    parameter Real k(unit = "1") = 1;
    input Real u;
    output Real y;
  equation
    y = k*u;
  end Gain;
  parameter Data data;
  parameter Integer mode = 1; // what it chooses may measure different things
  parameter Real m(unit = "kg") = 1;
  final parameter Real d(unit = "N.m.s/rad") = 1 annotation(Evaluate = true);
  parameter Real table[2, 2] = [0, 1; 2, 3];
  parameter Integer n = 3;
  Real x(unit = "m", start = 1, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  Real F(unit = "N"), W(unit = "N"), tau(unit = "N.m"), w(unit = "rad/s") = 2*time;
  Real f(unit = "Hz"), phi(unit = "rad"), r(unit = "m") = 2;
  Real state[2], free(unit = ""), sum, power(unit = "W"), level(unit = "m");
  Gain gain(u = x), controller(k = 5, u = v);
  Real force(unit = "N") = controller.y;
  Real B(unit = "T"), Phi(unit = "Wb"), mu(unit = "H/m"), H(unit = "A/m");
  Real energy(unit = "J"), torque(unit = "N.m");
  Real given(unit = "kg/s") = 3, setting, shown, mass_flow(unit = "kg/s"), volume_flow(unit = "m3/s"), Re;
  Real wrong(unit = "s"), angle(unit = "deg"), dose(unit = "m2/s2");
  Real flow_rate(unit = "kg/s"), dp(unit = "Pa");
equation
  der(x) = v;
  m*der(v) = -data.k*x - data.d*v + F;
  F = m*Constants.g;
  W = F + 5;
  tau = d*w;
  w = 2*Constants.pi*f;
  phi = x/r;
  der(state) = {state[2], -state[1]};
  free = x;
  sum = Constants.plain*x + v;
  power = tau*w;
  level = n*x + (if x > 0 then 0 else r) + Constants.one*v;
  B = mu*H;
  Phi = B*r^2;
  mu = 1.26e-6;
  H = 1e3;
  energy = 0.5*m*v^2 + m*Constants.g*x;
  torque = energy/phi;
  angle = phi*180/Constants.pi;
  dose = v^2/2 + Constants.g*r;
  dp = 1e4;
  flow_rate = sqrt(2*1000*abs(dp))*r^2;
  setting = given;
  if mode == 1 then
    mass_flow = setting;
    volume_flow = 1;
  else
    mass_flow = 0;
    volume_flow = setting;
  end if;
  shown = if mode == 1 then mass_flow else volume_flow;
  Re = if mode == 1 then x else 0;
  wrong = x;  // warning[E0330]: the sides of the equation have different units: 'wrong' is s, 'x' is m
end Right;
