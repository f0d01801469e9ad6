// simulate: --stop-time 1
// The function sets its results from a history, of which there is none; nothing refers to what it would have set.
model ResultThatNothingNeeds
  function past
    input Real history[:];
    input Real k[:];
    output Real c[size(k, 1)];
    output Real e;
  algorithm
    for h in history loop
      c := k*h;
      e := h;
    end for;
  end past;

  parameter Boolean hasPast = false;
  parameter Real history[:] = fill(0, 0);
  parameter Real k[1] = {2};
  final parameter Real c0[1](each fixed = false); // warning[E0710]: 'c0[1]' has no value (nan), and nothing refers to it
  final parameter Real e0(fixed = false); // warning[E0710]: 'e0' has no value (nan), and nothing refers to it
  Real c[1], e;
initial equation
  (c0, e0) = past(history, k);
  c = if hasPast then c0 else {3};
  e = if hasPast then e0 else 0;
equation
  der(c) = -c;
  der(e) = -e;
end ResultThatNothingNeeds;
