// What a sum over i has is what is summed; a product of so many metres has no unit that is known.
// A number over a frequency is a time. An argument of a record constructor is held against its field.
model Reductions
  record State
    Real p(unit = "Pa");
    Real T(unit = "K");
  end State;
  function temperature
    input State s;
    output Real T(unit = "K");
  algorithm
    T := s.T;
  end temperature;
  function total
    input Integer n;
    input Real parts[:](each unit = "m");
    output Real y(unit = "s");
  algorithm
    y := sum(parts[i] for i in 1:n);  // warning[E0330]: a variable and what is assigned to it have different units: 'y' is s, 'sum(parts[i] for i in 1:n)' is m
    y := product(parts[i] for i in 1:n);
  end total;
  Real x(unit = "m") = 300 + time;
  Real T(unit = "K") = temperature(State(1e5, x));  // warning[E0330]: the argument 'x' is m, but the field 'T' of 'Reductions.State' is K
  Real f(unit = "Hz") = 1 + time;
  Real period(unit = "s") = 1/f;
  Real length(unit = "m") = 1/f;  // warning[E0330]: a variable and its value have different units: 'length' is m, '1.0/f' is s
  Real y(unit = "s") = total(2, {x, x});
end Reductions;
