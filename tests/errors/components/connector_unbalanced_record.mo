// check: --strict
model M
  record Two
    Real x = 1;
    Real y = 2;
  end Two;
  connector C  // error[E0410]: the connector 'M.C' has 1 flow and 2 potential variables
    Two e;
    flow Real f;
  end C;
  C c;
end M;
