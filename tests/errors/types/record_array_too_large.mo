// Ten thousand records of ten thousand numbers: known when a tenth of a percent of them is there.
model RecordArrayTooLarge
  record Row
    Real x[10000]; // error[E0007]@10: the model is too large: with 'x' it has 10000 components and 8000000 scalar variables, which take more than 4 GB of memory
  end Row;
  Row rows[10000];
end RecordArrayTooLarge;
