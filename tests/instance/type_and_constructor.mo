// One name, two meanings: type in a declaration, constructor in a call: 12.6, 5.3.
// Expected: r.a = 1; r.b = 2*time; s.a = 3; s.b = 4; c = 2 is no argument because it is final
package Q
  record R
    Real a = 1;
    Real b;
    final parameter Real c = 2;
  end R;
end Q;
model TypeAndConstructor
  import Q.R;
  R r = R(b = 2*time);
  R s = R(3, 4);
end TypeAndConstructor;

/* instance
model TypeAndConstructor
// Q.R r
Real r.a = 1.0;
Real r.b = 2.0*time;
final parameter Real r.c = 2.0;  // frozen
// Q.R s
Real s.a = 3.0;
Real s.b = 4.0;
final parameter Real s.c = 2.0;  // frozen
equation
end TypeAndConstructor;
*/
