// The word 'flow' was forgotten in the connector.
connector Pin  // note[E0410]: what flows through 'p' is declared here with 'flow'
  Real v;
  Real i;
end Pin;
model MissingFlow
  Pin p;  // warning[E0410]: the connector 'p' has neither flow variables nor inputs and outputs  // error[E0502]: in 'p', a 'Pin': no equation determines 'p.i'
equation
  p.v = time;
end MissingFlow;
