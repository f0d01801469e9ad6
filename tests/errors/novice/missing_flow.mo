// The word 'flow' was forgotten in the connector.
connector Pin  // note[E0410]: what flows through 'p' is declared here with 'flow'
  Real v;
  Real i;
end Pin;
model MissingFlow
  Pin p;  // error[E0410]: the connector 'p' has neither flow variables nor inputs and outputs
equation
  p.v = time;
end MissingFlow;
