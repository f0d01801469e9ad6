// The same where parameters give the value.
model ClockValuesOfParameters
  parameter Integer n = -1, r = 0;
  Real a(start = 0), b(start = 0), c(start = 0), d;
equation
  when Clock(n, 10) then // error[E0545]@3: the interval counter of a clock is -1, but must be at least 0
    a = previous(a) + 1;
  end when;
  when Clock(1, r) then // error[E0545]@3: the resolution of a clock is 0, but must be at least 1
    b = previous(b) + 1;
  end when;
  c = previous(c) + sample(1.0, Clock(1, 10));
  d = subSample(c, n); // error[E0545]@3: the factor is -1, but must be at least 0
end ClockValuesOfParameters;
