// 16.3 and 16.5: the arguments of clocks and of what converts them.
model ClockArguments
  type Tick = Clock;
  Clock a = Clock(1, 2, 3); // error[E0308]@13: 'Clock' has at most two arguments
  Clock b = Clock(resolution = 2); // error[E0308]@13: 'Clock' lacks its first argument
  Clock c = Clock("a"); // error[E0308]@19: a clock cannot be made from '"a"'
  Clock d = Clock({1, 2}); // error[E0308]@19: a clock cannot be made from '{1, 2}'
  Clock k = Tick(0.1);
  Real e = subSample(sample(time, k), 1.5); // error[E0308]@39: '1.5' must be an Integer here
  Real f = hold(k); // error[E0308]@17: 'hold' is not defined for a clock
  Real g = noClock(k); // error[E0308]@20: 'noClock' is not defined for a clock
  Real h = subSample(sample(time, k), factor = true); // error[E0308]@48: 'true' must be an Integer here
  Real i = sample(time, k, 2); // error[E0308]@12: 'sample' has too many arguments
  Real j = sample(u = time, clock = k, v = 3); // error[E0308]@40: 'sample' has no argument 'v' here
  Clock l = Clock(interval = 0.1, condition = true); // error[E0308]@35: 'Clock' has no argument 'condition' here
  Clock m = Clock(0.1, 2); // error[E0308]@24: '2' does not fit as second argument of this clock
  Clock n = subSample(); // error[E0308]@13: 'subSample' has too few arguments
end ClockArguments;
