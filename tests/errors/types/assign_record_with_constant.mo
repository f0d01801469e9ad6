// A constant never changes (4.5.1): the whole record cannot be assigned, its variables can.
model AssignRecordWithConstant
  record R
    final constant Integer k = 3;
    Real x;
  end R;
  R a(x = time), b, c;
algorithm
  b := a; // error[E0311]: 'b' cannot be assigned to: its member 'k' is a constant
  c.x := a.x;
end AssignRecordWithConstant;
