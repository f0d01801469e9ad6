// 7.1: what is inherited twice is one element if modifiers say the same of it, wherever they stand,
// and the value of an heir is that of both.
model InheritedTwiceAndEqual
  model A
    parameter Real k = 1;
    parameter Real j(min = 0) = 1;
    Real x(start = 1, fixed = true);
  end A;
  model B
    extends A(k = 2);
  end B;
  model C
    extends A(j(max = 9));
  end C;
  model D
    extends B(x(start = 4));
    extends C(k = 2, x.start = 4);
  end D;
  D d(j = 5);
equation
  der(d.x) = d.k*d.j;
end InheritedTwiceAndEqual;
// expect: d.x(0) = 4 +- 1e-9
// expect: d.x(1) = 14 +- 1e-6
