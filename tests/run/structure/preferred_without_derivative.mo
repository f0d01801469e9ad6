// Preferred variables become states although the model does not differentiate them: "also variables
// can be selected, which do not appear differentiated" (specification, StateSelect). A reinit then
// keeps what is preferred, and the variables that follow from it jump: v1 = v2 - w is 0 - 1.
// The numbers: the vessel cools as exp(-t), c = 2 and m = 3 being constant; after the jump at
// t = 0.5 both masses are free, so that v1 stays -1.
model PreferredWithoutDerivative
  Real E(start = 0);
  Real T(stateSelect = StateSelect.prefer, start = 1, fixed = true);
  Real s1, v1, s2(stateSelect = StateSelect.always, start = 0, fixed = true);
  Real v2(stateSelect = StateSelect.always, start = 2, fixed = true);
  Real r(stateSelect = StateSelect.prefer, start = 0, fixed = true);
  Real w(stateSelect = StateSelect.prefer, start = 1, fixed = true);
equation
  E = 2*3*T;
  der(E) = -6*T;
  der(s1) = v1;
  der(v1) = 0;
  der(s2) = v2;
  der(v2) = 0;
  r = s2 - s1;
  w = der(r);
  when time >= 0.5 then
    reinit(v2, 0);
  end when;
end PreferredWithoutDerivative;
// expect: states = {T r s2 v2 w}
// expect: T(1.0) = 0.36787944117 +- 1e-5
// expect: v1(0.4) = 1 +- 1e-9
// expect: v1(0.6) = -1 +- 1e-9
// expect: w(1.0) = 1 +- 1e-9
