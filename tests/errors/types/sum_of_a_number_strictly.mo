// check: --strict
model M
  parameter Real a = sum(3);  // error[E0303]@22: 'sum' is not defined for arguments of type 'Integer': it needs an array of numbers
end M;
