// simulate: --stop-time 1
// A parameter without a value, in a component: a warning with what to write, then what comes of it.
model Pipe
  parameter Real d;  // note[E0320]: give it a value where it is declared or used, or with --set
  Real v, q = 1;
equation
  v = q/(3.14*d^2/4);
end Pipe;
model DiameterNobodyGave
  Pipe pipe;  // warning[E0320]@8: in 'pipe', a 'Pipe': a parameter without a value: the start value is taken for 'pipe.d' // error[E0710]@8: in 'pipe', a 'Pipe': 'pipe.v' is not a finite number (inf)
end DiameterNobodyGave;
