model M
  connector Pin
    flow Integer i;  // error[E0227]: 'i' cannot be declared 'flow': it is of type 'Integer'
    Integer v = 2;
  end Pin;
  Pin p;
end M;
