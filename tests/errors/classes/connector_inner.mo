model M
  connector Pin
    inner Real v = 1;  // error[E0227]: 'v' cannot be declared 'inner' in the connector 'Pin'
    flow Real i;
  end Pin;
  Pin p;
end M;
