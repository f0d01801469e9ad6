// Signals that change at events alone, one of them declared as a Real number, come out of a delay
// at events alone: steps between them need not be as short as the delay. From the definition of
// delay: k counts at 1, 2, ..., 10, y follows a millisecond later and `twice` after two, each in
// one event, with the new value on its right side; with the ends of two pulses of a tenth of a
// millisecond these are 30. The integrals: 1 + ... + 9 less nine times 0.001, and the pulse.
// simulate: --stop-time 10 --intervals 50
// simulate: --stop-time 10 --intervals 50 --method radau5
// simulate: --stop-time 10 --intervals 50 --dae
// simulate: --stop-time 10 --intervals 50 --inline bdf
// expect: events = 30
// expect: steps <= 600
// expect: y(2.001-) = 1
// expect: y(2.001) = 2
// expect: y(end) = 9
// expect: twice(3.0015) = 2
// expect: twice(3.0025) = 3
// expect: x(end) = 44.991 +- 1e-6
// expect: w(end) = 1e-4 +- 1e-8
model DelayOfWhatStandsStill
  Integer k(start = 0, fixed = true);
  Real signal = 1.0 * k;
  Real y = delay(signal, 0.001);
  Real twice = delay(y, 0.001);
  Boolean pulse = time >= 4 and time < 4.0001;
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  when sample(1, 1) then
    k = pre(k) + 1;
  end when;
  der(x) = y;
  der(w) = delay(if pulse then 1 else 0, 0.001);
end DelayOfWhatStandsStill;
