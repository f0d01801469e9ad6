model Tanks "three tanks in a row, a controller that fills the first, a valve that opens and closes behind the last"
  parameter Real a = 0.02 "outlet", wanted = 0.8, low = 0.5, high = 0.7;
  Real h1(start = 0.1, fixed = true, nominal = 1), h2(start = 0.1, fixed = true, nominal = 1), h3(start = 0.1, fixed = true, nominal = 1);
  Real i(start = 0, fixed = true, nominal = 1);
  Boolean open(start = false, fixed = true);
  Real q1 = a*sqrt(h1 + 1e-3), q2 = a*sqrt(h2 + 1e-3), q3 = if open then 3*a*sqrt(h3 + 1e-3) else 0;
equation
  der(i) = 0.02*(wanted - h1);
  der(h1) = 0.1*(wanted - h1) + i - q1;
  der(h2) = q1 - q2;
  der(h3) = q2 - q3;
  when h3 > high then
    open = true;
  elsewhen h3 < low then
    open = false;
  end when;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-6));
end Tanks;
