// 7.2.3 calls m(r = R(), r(y = 2)) two modifiers for r.y; the value of the record is the one that counts.
model M
  record R
    Real x = 1;
    Real y = 2;
  end R;
  model A
    R r(y = 3);
  end A;
  A a(r = R(4, 5));  // the member has its value farther inside
  A b(r = R(6, 7), r(y = 8));  // warning[E0208]@26: 'y' is modified twice
end M;
