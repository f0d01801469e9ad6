// 6.4 and 6.6: records are compatible by the names of their fields, whatever their order, and Integer fields become Real; so are
// enumerations by their literals, and a component with those members. y = 10 a + b of the first record, also where only the call
// knows how many there are.
//
// expect: s.a(end) = 1 +- 1e-12
// expect: s.b = 2
// expect: w[2].a = 3
// expect: light = 2
// expect: from.b = 8
// expect: y[1] = 12
// expect: y[2] = 12
// expect: y[3] = 12
// expect: y[4] = 34
model RecordsInAnotherOrder
  record A
    Real a;
    Integer b;
  end A;
  record B
    Real b;
    Real a;
  end B;
  type Colour = enumeration(red, green);
  type Light = enumeration(red, green);
  model Part
    Real a = 7;
    Integer b = 8;
    Real other = 9;
  end Part;
  function first
    input B x[:];
    output Real y = 10*x[1].a + x[1].b;
  algorithm
  end first;
  function through
    input A x[:];
    output Real y;
  protected
    B z[:] = x;
  algorithm
    y := 10*z[1].a + z[1].b;
  end through;
  function passed
    input A x[:];
    output Real y = first(x);
  algorithm
  end passed;
  function last
    input A x[:, :];
    output Real y;
  protected
    B z[:, :] = x;
  algorithm
    y := 10*z[1, 2].a + z[1, 2].b;
  end last;
  A r = A(time, 2);
  B s = r;
  A v[2] = {A(1, 2), A(3, 4)};
  B w[2] = v;
  Light light = Colour.green;
  Part part;
  A from = part;
  Real y[4] = {first(v), through(v), passed(v), last({v})};
end RecordsInAnotherOrder;
