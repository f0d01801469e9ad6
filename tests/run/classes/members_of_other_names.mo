// 9.1.3: two buses meet in members that neither declares, under different names.
// expect: sink.u(end) = 2 +- 1e-9
model MembersOfOtherNames
  expandable connector Bus
  end Bus;
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = 2*time;
  end Source;
  block Sink
    In u;
  end Sink;
  Source source;
  Sink sink;
  Bus a, b;
equation
  connect(source.y, a.speed);
  connect(a.speed, b.velocity);
  connect(b.velocity, sink.u);
end MembersOfOtherNames;
