// sample() takes the left limit: what rises at the tick is seen at the next one. Reference: by hand.
// simulate: --stop-time 2.5
// expect: seen(1.5) = 0
// expect: seen(2.2) = 1
model LeftLimitOfABoolean
  Boolean b = time >= 1;
  Boolean bs(start = false) = sample(b, Clock(1, 1));
  Boolean seen = hold(bs);
end LeftLimitOfABoolean;
