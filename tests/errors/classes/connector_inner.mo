model M
  connector Pin
    inner Real v = 1;  // error[E0227]: the connector 'Pin' cannot contain inner or outer elements
    flow Real i;
  end Pin;
  Pin p;
end M;
