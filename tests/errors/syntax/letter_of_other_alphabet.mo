model M
  Real größe;  // error[E0109]@10: names are made of the letters a to z, digits and '_'
end M;
