package P
  operator record C
    Real re;
    encapsulated operator function '+'
      import P.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re + b.re);
    end '+';
  end C;
  model M
    C a(re = 1);
    C b = a.'+'(a, a);  // error[E0309]: 'a.'+'' is an operator and cannot be called through a component
  end M;
end P;
// check: --class P.M
