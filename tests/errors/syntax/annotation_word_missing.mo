model M
  Real x "position"
    (Dialog(tab = "T"));  // error[E0103]@5: 'annotation' is missing before '('
end M;
