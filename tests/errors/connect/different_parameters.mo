model M
  connector Plug
    constant Integer m = 2;
    Real v;
    flow Real i;
  end Plug;
  connector Big
    constant Integer m = 3;
    Real v;
    flow Real i;
  end Big;
  model Source
    Plug p(v = 1);
  end Source;
  model Load
    Big p;
  equation
    p.i = 1;
  end Load;
  Source s;
  Load l;
equation
  connect(s.p, l.p);  // error[E0403]: 's.p.m' is 2 but 'l.p.m' is 3
end M;
