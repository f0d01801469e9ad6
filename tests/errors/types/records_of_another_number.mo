// A list that does not fit its array is one mistake, however many records there are.
model RecordsOfAnotherNumber
  record R
    Real a, b;
  end R;
  model S
    R r[2];
  end S;
  R few[1000000] = {R(1, 2), R(2, 3)}; // error[E0301]@20: the value for 'few' has 2 elements for 1000000 records
  R many[2] = {R(i, i) for i in 1:3}; // error[E0301]@15: the value for 'many' has 3 elements for 2 records
  S s[3](r = {{R(1, 2), R(2, 3)}, {R(1, 2), R(2, 3)}}); // error[E0301]: the value for 'r' has 2 elements for 3 components
  S fits(r = {R(1, 2), R(2, 3)});
  Real sum = few[3].a + many[1].b + fits.r[1].a;
end RecordsOfAnotherNumber;
