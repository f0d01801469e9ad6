// check: --strict
model M
  type Level = enumeration(low, high);
  parameter Level level = 2;  // error[E0301]@27: 'level' is of type 'M.Level', but its value is of type 'Integer'
end M;
