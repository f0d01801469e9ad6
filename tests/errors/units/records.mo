// Fields of records: arguments of their constructors, what functions read from them. A derivative
// of a function gets the derivatives of the fields in a record of the same class [MLS 12.7.1]: what
// these measure is not known.
model Records
  record State
    Real p(unit = "Pa");
    Real T(unit = "K");
  end State;
  function density
    input State s;
    output Real d(unit = "kg/m3");
  algorithm
    d := s.p/(287*s.T);
    annotation(derivative = density_der);
  end density;
  function density_der
    input State s;
    input State s_der;
    output Real d_der(unit = "kg/(m3.s)");
  protected
    constant Real R(unit = "J/(kg.K)") = 287;
  algorithm
    d_der := s_der.p/(R*s.T) - s.p/(R*s.T^2)*s_der.T;
  end density_der;
  function energy
    input State s;
    output Real e(unit = "J/m3");
  algorithm
    e := s.p;
    e := s.T;  // warning[E0330]: a variable and what is assigned to it have different units: 'e' is J/m3 = kg/(m.s2), 's.T' is K
    e := s.p + s.T;  // warning[E0330]: 's.p + s.T' mixes units: 's.p' is Pa = kg/(m.s2), 's.T' is K
  end energy;
  Real x(unit = "m") = 300 + time, T(unit = "K") = 300 + time;
  State a(p = 1e5, T = x);  // warning[E0330]: a variable and its value have different units: 'a.T' is K, 'x' is m
  State b = State(p = 1e5, T = x);  // warning[E0330]: a variable and its value have different units: 'b.T' is K, 'x' is m
  Real d(unit = "kg/m3") = density(State(1e5, T));
  Real e(unit = "J/m3") = energy(a);
  Real slope(unit = "kg/(m3.s)") = der(d);
end Records;
