// As many flows as potentials (9.3.1) is for the balance of each model alone: a warning.
model M
  connector Pin  // warning[E0410]: the connector 'M.Pin' has 1 flow and 2 potential variables
    Real v, w;
    flow Real i;
  end Pin;
  model Part
    Pin p(w = 2);
  equation
    p.v = 1;
  end Part;
  Part part;
end M;
