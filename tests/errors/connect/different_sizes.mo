model M
  connector Pin
    Real v[2];
    flow Real i[2];
  end Pin;
  connector Wide
    Real v[3];
    flow Real i[3];
  end Wide;
  model Source
    Pin p(v = {1, 2});
  end Source;
  model Load
    Wide p(v = {1, 2, 3});
  end Load;
  Source s;
  Load l;
equation
  connect(s.p, l.p);  // error[E0402]: 's.p.v' is Real[2] but 'l.p.v' is Real[3]: connected arrays must have the same size
end M;
