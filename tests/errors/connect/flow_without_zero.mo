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
    encapsulated operator function '-'
      import P.C;
      input C a;
      output C c;
    algorithm
      c := C(-a.re);
    end '-';
  end C;
  connector Pin
    C v;
    flow C i;  // error[E0313]: 'i' cannot be a flow variable: the operator record 'P.C' has no operator '0'
  end Pin;
  model M
    Pin p(v = C(1));
  end M;
end P;
// check: --class P.M
