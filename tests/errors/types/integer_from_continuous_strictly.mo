// check: --strict
function count
  input Real x;
  output Integer n;
algorithm
  n := integer(x);
end count;
model IntegerFromContinuous
  Integer n;
equation
  n = count(time);  // error[E0304]: 'count(time)' varies continuously, but an equation of type 'Integer' can
end IntegerFromContinuous;
