// Integer has no unit (4.9); what is written there changes no value: a warning, and an error with --strict.
model M
  type Count = Integer(displayUnit = "1");  // warning[E0207]: 'Integer' has no attribute 'displayUnit' (4.9): it is left out
  parameter Integer life(unit = "year", min = 1) = 20;  // warning[E0207]@26: 'Integer' has no attribute 'unit' (4.9): it is left out
  Count n = life;
  Integer k(nit = "year") = 1;  // error[E0207]: 'Integer' has no element 'nit' to modify
end M;
