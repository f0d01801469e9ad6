// check: --strict
model M
  parameter Integer life(unit = "year", min = 1) = 20;  // error[E0207]@26: 'Integer' has no attribute 'unit' (4.9)
end M;
