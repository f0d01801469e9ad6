// An operator record alias keeps its operators; Real converts: 14.5, 4.6.
// Expected: a.re(unit = "V"); b = C.'+'(C.'constructor'.r(2, 0), a): type identity is the name
//   C, not the field list
operator record C
  replaceable Real re;
  replaceable Real im;
  encapsulated operator 'constructor'
    import C;
    function r
      input Real re;
      input Real im = 0;
      output C c(re = re, im = im);
    algorithm
    end r;
  end 'constructor';
  encapsulated operator function '+'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re + b.re, a.im + b.im);
  end '+';
end C;
type V = Real(unit = "V");
operator record CV = C(redeclare V re, redeclare V im);
model OperatorRecordAlias
  CV a = C(time, 1);
  C b = 2 + a;
  CV c = a + b;
end OperatorRecordAlias;

/* instance
model OperatorRecordAlias
// C a
Real a.re(unit = "V") = (C.'constructor'.r(time, 1.0)).re;
Real a.im(unit = "V") = (C.'constructor'.r(time, 1.0)).im;
// C b
Real b.re = (C.'+'(C.'constructor'.r(2.0, 0.0), C(a.re, a.im))).re;
Real b.im = (C.'+'(C.'constructor'.r(2.0, 0.0), C(a.re, a.im))).im;
// C c
Real c.re(unit = "V") = (C.'+'(C(a.re, a.im), C(b.re, b.im))).re;
Real c.im(unit = "V") = (C.'+'(C(a.re, a.im), C(b.re, b.im))).im;
equation
end OperatorRecordAlias;
*/
