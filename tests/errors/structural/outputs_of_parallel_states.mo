// 17.3.6: outputs of states that are active at the same time are two sources.
// check: --strict
model OutputsOfParallelStates
  connector Out = output Integer;
  connector In = input Integer;
  block S
    Out y = 1;
  end S;
  block Sink
    In u;
  end Sink;
  S a, b;
  Sink sink;
  Integer tick = sample(1, Clock(1)) + sink.u;
equation
  connect(a.y, sink.u);
  connect(b.y, sink.u); // error[E0411]: 'a.y' and 'b.y' are connected, and both are sources of the signal
  initialState(a);
  initialState(b);
end OutputsOfParallelStates;
