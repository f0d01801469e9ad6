model M
  Real x "position"
    (Dialog(tab = "T"));
end M;
