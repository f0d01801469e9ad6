// A relation over what is no number at the start stops the run with a sentence, before the solver has
// begun: it cannot be asked yet which state limits its step.
// simulate: --stop-time 1
// simulate: --stop-time 1 --method cvode
// simulate: --stop-time 1 --method ida
// expect: status = 3
// expect: error stopped at time 0: a value that is none decides about 'sqrt(x) < 2.0'
model RelationOfNoNumber
  Real x(start = -1, fixed = true);
  Boolean b = sqrt(x) < 2;
equation
  der(x) = 3;
end RelationOfNoNumber;
