model M
  discrete Real x = 1;  // error[E0304]: 'x' is declared 'discrete', but no when-clause sets it
end M;
