model LevelOfAssert
  Real x = time;
equation
  assert(x < 2, "x is large", 3);  // error[E0301]: the level of 'assert' must be of type 'AssertionLevel', but '3' is of type
end LevelOfAssert;
