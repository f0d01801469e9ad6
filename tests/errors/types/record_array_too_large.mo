// Ten thousand records of ten thousand numbers.
model RecordArrayTooLarge
  record Row
    Real x[10000]; // error[E0302]: the model has 100000000 scalar variables
  end Row;
  Row rows[10000];
end RecordArrayTooLarge;
