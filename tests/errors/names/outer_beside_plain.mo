// An element that is not inner is none for an outer one, and no second 'g' can be added (5.4).
model OuterBesidePlain
  connector P
    Real v;
    flow Real i;
  end P;
  model Sub
    outer P g; // error[E0217]: the outer component 'g' has no inner one above it
    P p;
  equation
    connect(p, g);
  end Sub;
  P g; // note[E0217]: this 'g' is not inner
  Sub s;
equation
  g.v = 1;
end OuterBesidePlain;
