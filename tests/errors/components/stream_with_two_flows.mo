model M
  connector Port  // error[E0407]: the connector 'M.Port' has stream variables and 2 scalar flow variables
    Real p[2];
    flow Real m[2];
    stream Real h;
  end Port;
  Port p(p = {1, 2}, h = 1);
end M;
