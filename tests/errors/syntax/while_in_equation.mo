model M
equation
  while time > 1 loop  // error[E0101]@3: 'while' belongs into an algorithm, not an equation
    x = 1;
  end while;
end M;
