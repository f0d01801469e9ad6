model M
  connector Pin
    Real v;
    flow Real i;
  initial equation  // error[E0229]: the connector 'Pin' cannot contain equations
    v = 1;
  end Pin;
  Pin p;
equation
  der(p.v) = 1;
end M;
