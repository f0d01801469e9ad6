model M
  Real speed;
equation
  spede = 1;  // error[E0200]@3: 'spede' is not declared
end M;
