// exp(36.8) is beyond 2^53, and so is the Integer that is to hold it.
// reference: ln(2^53) = 36.736800569677
// expect: status = 3
// expect: error at time 0.918420
// expect: error integer_of_a_large_number.mo:9:
// expect: error exceeds the range of Integer
model IntegerOfALargeNumber
  Real x = exp(40*time);
  Real n = noEvent(integer(x));
end IntegerOfALargeNumber;
