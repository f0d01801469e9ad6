// Two sources of one signal (9.3): a warning by itself, for the prefix may be wrong; two equations for it
// are one too many.
model M
  connector Out = output Real;
  model Source
    Out y = 1;
  end Source;
  Source a, b;
equation
  connect(a.y, b.y);  // warning[E0411]: 'a.y' and 'b.y' are connected, and both are sources of the signal  // error[E0501]: 'a' and 'b' both determine this signal, which has one source: remove one of the connections
end M;
