// check: --strict
model M
  connector Pin  // error[E0410]: the connector 'M.Pin' has 1 flow and 2 potential variables
    Real v, w;
    flow Real i;
  end Pin;
  Pin p(v = 1, w = 2);
end M;
