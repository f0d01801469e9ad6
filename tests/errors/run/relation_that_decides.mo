// simulate: --stop-time 1
// A comparison with what is no number decides where its outcome is asked for.
model RelationThatDecides
  Real x = time - 2;
  Real y = if x < 0 then (if log(x) > -1 then 1 else 2) else 3; // error[E0710]@12: stopped at time 0: a value that is none decides about 'log(x) > -1.0'
end RelationThatDecides;
