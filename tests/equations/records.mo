// An equation of records is one of each field (8.3.1, 10.6.1).
// line: b.u = a.u
// line: b.w[1] = a.w[1]
// line: b.w[2] = a.w[2]
// line: a.w[2] = 3.0*time
model Records
  record R
    Real u;
    Real w[2];
  end R;
  R a(u = time, w = {2*time, 3*time}), b;
equation
  b = a;
end Records;
