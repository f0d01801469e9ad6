// A fixed parameter without value takes its start value, with a warning: 8.6.
// Expected: a.C = 1 (warning); b.C = 5; a.d, b.d have no binding: start 2, solved at
//   initialization
model C
  parameter Real C(start = 1);
  parameter Real d(fixed = false, start = 2);
  Real q = C*time;
initial equation
  d = C;
end C;
model StartAsValue
  C a;
  C b(C = 5);
end StartAsValue;

/* instance
model StartAsValue
// C a
parameter Real a.C(start = 1.0) = 1.0;
parameter Real a.d(start = 2.0, fixed = false);
Real a.q = a.C*time;
// C b
parameter Real b.C(start = 1.0) = 5.0;
parameter Real b.d(start = 2.0, fixed = false);
Real b.q = b.C*time;
initial equation
  a.d = a.C;
  b.d = b.C;
equation
end StartAsValue;
*/
