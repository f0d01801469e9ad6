// check: -L tests/libraries
model M
  Springs.Coil c;  // error[E0201]@11: 'Springs.Coil' is now called 'Springs.Linear.Coil' since version 2.0.0
end M;
