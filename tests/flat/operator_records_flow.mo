// An operator record is one primitive: it flows as a whole: 9.2.
// Expected: s.p.i + a.p.i + b.p.i = C(0, 0), that is .re and .im summed (inlined '+', '-', '0');
//   v equal fieldwise
operator record C
  Real re;
  Real im;
  encapsulated operator '0'
    import C;
    function z
      output C c;
    algorithm
      c := C(0, 0);
    end z;
  end '0';
  encapsulated operator function '+'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator function '-'
    import C;
    input C a;
    output C c;
  algorithm
    c := C(-a.re, -a.im);
  end '-';
end C;
connector P
  C v;
  flow C i;
end P;
model S
  P p;
equation
  p.v = C(time, 0);
end S;
model Z
  P p;
equation
  p.v = p.i;
end Z;
model OperatorRecordsFlow
  S s;
  Z a, b;
equation
  connect(s.p, a.p);
  connect(s.p, b.p);
end OperatorRecordsFlow;

/* flat
record C
  Real re;
  Real im;
end C;
model OperatorRecordsFlow
  Real 's.p.v.re';
  Real 's.p.v.im';
  Real 's.p.i.re';
  Real 's.p.i.im';
  Real 'a.p.v.re';
  Real 'a.p.v.im';
  Real 'a.p.i.re';
  Real 'a.p.i.im';
  Real 'b.p.v.re';
  Real 'b.p.v.im';
  Real 'b.p.i.re';
  Real 'b.p.i.im';
equation
  C('s.p.v.re', 's.p.v.im') = C(time, 0.0);
  C('a.p.v.re', 'a.p.v.im') = C('a.p.i.re', 'a.p.i.im');
  C('b.p.v.re', 'b.p.v.im') = C('b.p.i.re', 'b.p.i.im');
  's.p.v.re' = 'a.p.v.re';
  's.p.v.re' = 'b.p.v.re';
  's.p.v.im' = 'a.p.v.im';
  's.p.v.im' = 'b.p.v.im';
  's.p.i.re' + 'a.p.i.re' + 'b.p.i.re' = 0.0;
  's.p.i.im' + 'a.p.i.im' + 'b.p.i.im' = 0.0;
end OperatorRecordsFlow;
*/
