// A record constructor needs no argument for a field whose own fields all have values (specification 12.6.1).
// expect: y(1) = 6
// expect: z(1) = 15
package FieldsWithDefaults
  record D
    parameter Real a = 2;
  end D;
  record E
    parameter D d(a = 5);
  end E;
  record R
    parameter Real r;
    parameter D d;
    parameter E e;
  end R;
  model T
    parameter R r = R(r = 3);
    Real y = r.r*r.d.a*time;
    Real z = r.r*r.e.d.a*time;
  end T;
end FieldsWithDefaults;
