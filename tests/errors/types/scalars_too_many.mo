// Whatever memory there is: variables are numbered, and the numbers end.
// check: --max-memory 100
model ScalarsTooMany
  record Row
    Real x[10000]; // error[E0302]: the model has 100000000 scalar variables; 10000000 are the most that are supported
  end Row;
  Row rows[10000];
end ScalarsTooMany;
