// Operators of an operator record: exact fit, conversion of one side, arrays element by element,
// sums by '+' and '0'.
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
model OperatorArithmetic
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
end OperatorArithmetic;
/* flat
function 'Dual.\'==\''
  input Dual a;
  input Dual b;
  output Boolean r;
algorithm
  r := a.v == b.v and a.d == b.d;
end 'Dual.\'==\'';
function 'Dual.\'constructor\'.from_real'
  input Real v;
  input Real d;
  output Dual r = Dual(v, d);
end 'Dual.\'constructor\'.from_real';
record Dual
  Real v;
  Real d;
end Dual;
function 'Dual.\'*\''
  input Dual a;
  input Dual b;
  output Dual r;
algorithm
  r := 'Dual.\'constructor\'.from_real'(a.v*b.v, a.v*b.d + a.d*b.v);
end 'Dual.\'*\'';
function 'Dual.\'-\'.subtract'
  input Dual a;
  input Dual b;
  output Dual r;
algorithm
  r := 'Dual.\'constructor\'.from_real'(a.v - b.v, a.d - b.d);
end 'Dual.\'-\'.subtract';
function 'Dual.\'-\'.negate'
  input Dual a;
  output Dual r;
algorithm
  r := 'Dual.\'constructor\'.from_real'(-a.v, -a.d);
end 'Dual.\'-\'.negate';
function 'Dual.\'+\''
  input Dual a;
  input Dual b;
  output Dual r;
algorithm
  r := 'Dual.\'constructor\'.from_real'(a.v + b.v, a.d + b.d);
end 'Dual.\'+\'';
function 'Dual[]'
  input Dual x1[2];
  input Integer x2;
  output Dual y1;
algorithm
  y1 := x1[x2];
  annotation(Inline = true);
end 'Dual[]';
model OperatorArithmetic
  Real 'x.v';
  Real 'x.d';
  Real 'y.v';
  Real 'y.d';
  Real 'z.v';
  Real 'z.d';
  Real 'w.v';
  Real 'w.d';
  Real 's.v';
  Real 's.d';
  Real 'a[1].v';
  Real 'a[1].d';
  Real 'a[2].v';
  Real 'a[2].d';
  Real 'b[1].v';
  Real 'b[1].d';
  Real 'b[2].v';
  Real 'b[2].d';
  parameter Boolean same = 'Dual.\'==\''('Dual.\'constructor\'.from_real'(1.0, 0.0), 'Dual.\'constructor\'.from_real'(1.0, 0.0));
equation
  Dual('x.v', 'x.d') = 'Dual.\'constructor\'.from_real'(time, 1.0);
  'a[1].v' = 'x.v';
  'a[1].d' = 'x.d';
  Dual('a[2].v', 'a[2].d') = 'Dual.\'*\''('Dual.\'constructor\'.from_real'(2.0, 0.0), Dual('x.v', 'x.d'));
  Dual('y.v', 'y.d') = 'Dual.\'-\'.subtract'('Dual.\'*\''('Dual.\'constructor\'.from_real'(2.0, 0.0), Dual('x.v', 'x.d')), 'Dual.\'constructor\'.from_real'(1.0, 0.0));
  Dual('z.v', 'z.d') = 'Dual.\'-\'.negate'('Dual.\'*\''(Dual('x.v', 'x.d'), Dual('y.v', 'y.d')));
  {Dual('b[1].v', 'b[1].d'), Dual('b[2].v', 'b[2].d')} = {'Dual.\'+\''('Dual[]'({Dual('a[1].v', 'a[1].d'), Dual('a[2].v', 'a[2].d')}, i1), 'Dual[]'({Dual('x.v', 'x.d'), Dual('x.v', 'x.d')}, i1)) for i1 in 1:2};
  Dual('w.v', 'w.d') = 'Dual.\'+\''('Dual.\'*\''(Dual('a[1].v', 'a[1].d'), Dual('b[1].v', 'b[1].d')), 'Dual.\'*\''(Dual('a[2].v', 'a[2].d'), Dual('b[2].v', 'b[2].d')));
  Dual('s.v', 's.d') = 'Dual.\'+\''(Dual('a[1].v', 'a[1].d'), Dual('a[2].v', 'a[2].d'));
end OperatorArithmetic;
*/
