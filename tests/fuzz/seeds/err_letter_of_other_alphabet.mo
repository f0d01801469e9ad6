model M
  Real größe;
end M;
