// Imports are seen in nested classes and never inherited: 5.3.1, 13.2.
// Expected: x = 4; v(unit = "V") = time; y = x.  Using c or U in ImportsNotInherited itself is
//   an error
package K
  constant Real c = 4;
end K;
package U
  type V = Real(unit = "V");
end U;
package L
  import U;
  model B
    import K.c;
    Real x = c;
  end B;
  package S
    model M
      extends B;
      U.V v = time;
    end M;
  end S;
end L;
model ImportsNotInherited
  extends L.S.M;
  Real y = x;
end ImportsNotInherited;

/* instance
model ImportsNotInherited
Real x = 4.0;
Real v(unit = "V") = time;
Real y = x;
equation
end ImportsNotInherited;
*/
