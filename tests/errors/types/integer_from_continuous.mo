// Integers change at events (3.8.5). The result of a function is watched, so that it does: a warning.
// Without a function nothing watches it.
model IntegerFromContinuous
  function count
    input Real x;
    output Integer n;
  algorithm
    n := integer(x);
  end count;
  Integer n;
  Integer m = count(2*time);  // warning[E0304]@15: the discrete-time 'm' cannot have a value that is continuous-time
  Boolean b;
equation
  n = count(time);  // warning[E0304]@7: 'count(time)' varies continuously, but an equation of type 'Integer' can
  b = noEvent(time > 0.5);  // error[E0304]@7: 'noEvent(time > 0.5)' varies continuously, but an equation of type 'Boolean' can
end IntegerFromContinuous;
