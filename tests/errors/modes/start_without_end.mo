// The start of each mode asks for the other one.
// simulate: --stop-time 1
// error[E0702]@0: no structure agrees with its own start
model StartWithoutEnd
  Integer n(start = 1) annotation(__Tarn(structural = true));
  Real x[n] = fill(time, n);
initial equation
  n = if size(x, 1) == 1 then 2 else 1;
equation
  when time > 2 then
    n = 1;
  end when;
end StartWithoutEnd;
