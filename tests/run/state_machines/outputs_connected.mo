// 17.3.6: outputs of different states that are connected are one source: the active one's, else the last value. By hand.
//
// simulate: --stop-time 9 --intervals 9
// expect: sink.z(0) = 2
// expect: sink.z(3) = 8
// expect: sink.z(4) = 18
// expect: sink.z(7) = 12
// expect: sink.z(8) = 2
// expect: pair[1].z(4) = 18
// expect: pair[2].z(4) = 20
// expect: warning it ticks every second
model OutputsConnected
  connector Out = output Integer;
  connector In = input Integer;
  block Up
    Integer s(start = 0);
    Out y;
    Out ys[2];
  equation
    s = previous(s) + 1;
    y = s;
    ys = {s, s + 1};
  end Up;
  block Down
    Integer s(start = 10);
    Out y;
    Out ys[2];
  equation
    s = previous(s) - 1;
    y = s;
    ys = {s, s + 1};
  end Down;
  block Sink
    In u;
    Integer z = 2*u;
  end Sink;
  Up up;
  Down down;
  Sink sink, pair[2];
equation
  connect(up.y, sink.u);
  connect(down.y, sink.u);
  connect(up.ys, pair.u);
  connect(down.ys, pair.u);
  initialState(up);
  transition(up, down, sink.u >= 4, immediate = false);
  transition(down, up, sink.u <= 6, immediate = false);
end OutputsConnected;
