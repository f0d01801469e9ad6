// check: --strict
model M
  connector Out = output Real;
  model Source
    Out y = 1;
  end Source;
  Source a, b;
equation
  connect(a.y, b.y);  // error[E0411]: 'a.y' and 'b.y' are connected, and both are sources of the signal
end M;
