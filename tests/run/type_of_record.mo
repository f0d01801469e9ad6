// expect: t.v[3](1.0) = 3 +- 1e-9
// expect: y(1.0) = 3 +- 1e-9
// A type that is defined by a record is that record.
model TypeOfRecord
  record R
    parameter Integer n = 2;
    Real v[n];
  end R;
  type T = R(n = 3);
  T t;
  Real y = t.v[1]*t.n;
equation
  t.v = {1, 2, 3}*time;
end TypeOfRecord;
