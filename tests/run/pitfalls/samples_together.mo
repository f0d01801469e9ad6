// 3*0.1 and 0.3 differ by rounding; they are one event.
// expect: b(0.35) = 4
// expect: b(0.95) = 10
model SamplesTogether
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    a = pre(a) + 1;
  end when;
  when sample(0, 0.3) then
    b = a;
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.05));
end SamplesTogether;
