connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin p;
equation
  p.voltage = 0;  // error[E0201]@5: connector 'Pin' has no element 'voltage'
end M;
