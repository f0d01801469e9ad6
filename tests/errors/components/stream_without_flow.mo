model M
  connector Port  // error[E0407]: the connector 'M.Port' has stream variables and 0 scalar flow variables
    stream Real h;
  end Port;
  Port p(h = 1);
end M;
