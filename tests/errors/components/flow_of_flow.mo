model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Plug
    Real v, w;
    flow Pin p;  // error[E0227]: 'p' cannot be declared 'flow': its element 'i' is already declared 'flow'
  end Plug;
  Plug q(v = 1, w = 2);
end M;
