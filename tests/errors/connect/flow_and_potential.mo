model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Nip
    flow Real v;
    Real i;
  end Nip;
  model A
    Pin p(v = 1);
  end A;
  model B
    Nip p(i = 1);
  end B;
  A a;
  B b;
equation
  connect(a.p, b.p);  // error[E0401]: 'a.p.v' and 'b.p.v' cannot be connected: only one of them is a flow or stream variable
end M;
