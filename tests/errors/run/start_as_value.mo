// simulate: --stop-time 1
model StartAsValue
  parameter Real p(start = 3); // warning[E0320]: a parameter without a value: the start value is taken for 'p'
  Real x = p*time;
end StartAsValue;
