// check: --strict
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model A
    Pin p;
  equation
    p.v = 0;
  end A;
  model B
    A a;
  end B;
  model M
    B b;
    Pin q;
  equation
    connect(q, b.a.p);  // error[E0318]@16: 'b.a.p' reaches into a component of a component (9.1)
  end M;
end P;
