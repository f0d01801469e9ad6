// A load at the end of a line has two voltages that draw its power, and a guess near the lower one, which the limit excludes. Closed
// form: V^4 + (2*Q/10 - 1)*V^2 + (P^2 + Q^2)/100 = 0 with P = 2, Q = 0.5; the larger root is V^2 = 0.85.
// expect: V(start) = 0.9219544457292888 +- 1e-9
// expect: th(start) = -0.21866894587394198 +- 1e-9
model LoadAtALine
  Real V(start = 0.3, min = 0.5), th;
equation
  10*V*sin(th) = -2;
  10*V*(V - cos(th)) = -0.5;
end LoadAtALine;
