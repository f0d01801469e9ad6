// Units that are none [MLS 19.1], with what was meant, and display units that measure something else.
model Texts
  Real a(unit = "Nm") = 1;  // warning[E0331]: the unit "Nm" of 'a' is not understood: a symbol is not known
  Real b(unit = "m/s^2") = 1;  // warning[E0331]: the unit "m/s^2" of 'b' is not understood: it goes on where it should end
  Real c(unit = "J/kg/K") = 1;  // warning[E0331]: the unit "J/kg/K" of 'c' is not understood: only one symbol may follow '/', or a bracket
  Real d(unit = "sec") = 1;  // warning[E0331]: the unit "sec" of 'd' is not understood: a symbol is not known
  Real e(unit = "Kg") = 1;  // warning[E0331]: the unit "Kg" of 'e' is not understood: a symbol is not known
  Real f(unit = "m*s") = 1;  // warning[E0331]: the unit "m*s" of 'f' is not understood: it goes on where it should end
  Real g(unit = "furlong") = 1;  // warning[E0331]: the unit "furlong" of 'g' is not understood: a symbol is not known
  Real h(unit = "kg m") = 1;  // warning[E0331]: the unit "kg m" of 'h' is not understood: it goes on where it should end
  Real i(unit = "(m") = 1;  // warning[E0331]: the unit "(m" of 'i' is not understood: a closing bracket is missing
  Real j(unit = "m/") = 1;  // warning[E0331]: the unit "m/" of 'j' is not understood: it ends where a symbol was expected
  Real k(unit = "Pa", displayUnit = "degC") = 1;  // warning[E0331]: 'k' is Pa and cannot be shown in its displayUnit "degC", which measures something else
  Real l(unit = "K", displayUnit = "C") = 1;  // warning[E0331]: 'l' is K and cannot be shown in its displayUnit "C", which measures something else
  Real m(unit = "m/s", displayUnit = "km/h") = 1;
  Real n(unit = "kW.h") = 1, o(unit = "J.kg-1.K-1") = 1, p(unit = "1/(m2.K)") = 1, q(unit = "1") = 1, r(unit = "mm2") = 1, s(unit = "uOhm") = 1;
end Texts;
