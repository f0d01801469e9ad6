// An inherited declaration is read in the scope of its own class, not of the heir: 5.6.1.4, 7.1.
// Expected: Real x(unit = "m") = 1; Real y(unit = "s") = 7
package P
  constant Real k = 1;
  type T = Real(unit = "m");
  partial model B
    T x = k;
  end B;
end P;
model InheritedScope
  type T = Real(unit = "s");
  constant Real k = 7;
  extends P.B;
  T y = k;
end InheritedScope;

/* instance
model InheritedScope
constant Real k = 7.0;
Real x(unit = "m") = 1.0;
Real y(unit = "s") = 7.0;
equation
end InheritedScope;
*/
