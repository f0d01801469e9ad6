// simulate: --stop-time 1
// A parameter without a value, in a component: a warning where it is declared, then what comes of it.
model Pipe
  parameter Real d;  // warning[E0320]: a parameter without a value: the start value is taken for 'pipe.d'
  Real v, q = 1;
equation
  v = q/(3.14*d^2/4);
end Pipe;
model DiameterNobodyGave
  Pipe pipe;  // error[E0710]@8: in 'pipe', a 'Pipe': 'pipe.v' is not a finite number (inf)
end DiameterNobodyGave;
