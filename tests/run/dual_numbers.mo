// Dual numbers v + d e with e^2 = 0: the second part is the derivative. At time 3, x = 3 + e:
// y = 2 x - 1, z = -x y = -(2 x^2 - x), w = a.b with a = {x, 2 x}, b = {2 x, 3 x}: 8 x^2, s = 3 x.
// simulate: --stop-time 3
// expect: y.v = 5 +- 1e-12
// expect: y.d = 2 +- 1e-12
// expect: z.v = -15 +- 1e-12
// expect: z.d = -11 +- 1e-12
// expect: w.v = 72 +- 1e-12
// expect: w.d = 48 +- 1e-12
// expect: s.d = 3 +- 1e-12
operator record Dual
  Real v;
  Real d;
  encapsulated operator 'constructor'
    import Dual;
    function from_real
      input Real v;
      input Real d = 0;
      output Dual r(v = v, d = d);
    algorithm
    end from_real;
  end 'constructor';
  encapsulated operator '-'
    import Dual;
    function negate
      input Dual a;
      output Dual r;
    algorithm
      r := Dual(-a.v, -a.d);
    end negate;
    function subtract
      input Dual a;
      input Dual b;
      output Dual r;
    algorithm
      r := Dual(a.v - b.v, a.d - b.d);
    end subtract;
  end '-';
  encapsulated operator function '+'
    import Dual;
    input Dual a;
    input Dual b;
    output Dual r;
  algorithm
    r := Dual(a.v + b.v, a.d + b.d);
  end '+';
  encapsulated operator function '*'
    import Dual;
    input Dual a;
    input Dual b;
    output Dual r;
  algorithm
    r := Dual(a.v*b.v, a.v*b.d + a.d*b.v);
  end '*';
  encapsulated operator function '=='
    import Dual;
    input Dual a;
    input Dual b;
    output Boolean r;
  algorithm
    r := a.v == b.v and a.d == b.d;
  end '==';
  encapsulated operator function '0'
    import Dual;
    output Dual r;
  algorithm
    r := Dual(0);
  end '0';
end Dual;
model DualNumbers
  Dual x = Dual(time, 1);
  Dual y, z, w, s;
  Dual a[2] = {x, 2*x};
  Dual b[2];
  parameter Boolean same = Dual(1) == Dual(1, 0);
equation
  y = 2*x - 1;
  z = -x*y;
  b = a + {x, x};
  w = a*b;
  s = sum(a);
end DualNumbers;
