model M
  Real level = time;
  model Inner
    Real x = level;  // error[E0222]@14: 'level' belongs to an enclosing class; only its constants can be used here
  end Inner;
  Inner i;
end M;
