// Oregonator: the Belousov-Zhabotinskii reaction, 3 species [MI03, II-9].
// run: --method radau5 --tolerance 1e-10
// reference: y1 = 0.100081487031852e1
// reference: y2 = 0.122817852154988e4
// reference: y3 = 0.132055494284651e3
model Oregonator
  parameter Real s = 77.27;
  parameter Real w = 0.161;
  parameter Real q = 8.375e-6;
  Real y1(start = 1, fixed = true);
  Real y2(start = 2, fixed = true);
  Real y3(start = 3, fixed = true);
equation
  der(y1) = s*(y2 - y1*y2 + y1 - q*y1^2);
  der(y2) = (y3 - y2 - y1*y2)/s;
  der(y3) = w*(y1 - y3);
  annotation(experiment(StopTime = 360));
end Oregonator;
