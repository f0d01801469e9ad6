// A machine of three states with delayed transitions: how long each is active, in ticks and in
// seconds, and a variable that the states share. Reference: by hand, green for three ticks, yellow
// for one, red for two: six ticks of half a second.
// simulate: --stop-time 5.9
// expect: light(0.1) = 1 +- 0
// expect: light(1.4) = 1 +- 0
// expect: light(1.6) = 2 +- 0
// expect: light(2.1) = 3 +- 0
// expect: light(2.9) = 3 +- 0
// expect: light(3.1) = 1 +- 0
// expect: red.n(2.6) = 2 +- 0
// expect: red.n(5.6) = 2 +- 0
// expect: yellow.n(2.1) = 1 +- 0
// expect: yellow.n(4.7) = 2 +- 0
// expect: ticks(1.1) = 3 +- 0
// expect: ticks(1.6) = 1 +- 0
// expect: stay(1.1) = 1 +- 1e-12
// expect: stay(1.6) = 0 +- 1e-12
// expect: isRed(2.4) = 1 +- 0
// expect: isRed(3.4) = 0 +- 0
model TrafficLight
  inner Integer light(start = 0);
  block Green
    outer output Integer light;
    output Integer t;
    output Real s;
  equation
    light = 1;
    t = ticksInState();
    s = timeInState();
  end Green;
  block Yellow
    outer output Integer light;
    Integer n(start = 0);
  equation
    light = 2;
    n = previous(n) + 1;
  end Yellow;
  block Red
    outer output Integer light;
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
    light + 0 = 3;
  end Red;
  Green green;
  Yellow yellow;
  Red red;
  Integer ticks;
  Real stay;
  Boolean isRed = activeState(red);
  Integer clocked = sample(1, Clock(1, 2)) + light;
equation
  initialState(green);
  transition(green, yellow, ticksInState() >= 3, immediate = false, reset = false);
  transition(yellow, red, true, immediate = false);
  transition(red, green, timeInState() > 0.4, immediate = false);
  ticks = if activeState(green) then green.t else 1;
  stay = if activeState(green) then green.s else 0;
end TrafficLight;
