model AssertionFails
  Real x = time;
equation
  assert(1 > 2, "the world is as it should be");  // error[E0314]: the assertion fails: the world is as it should be
end AssertionFails;
