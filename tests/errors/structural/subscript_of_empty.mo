model SubscriptOfEmpty
  Real x[0];
equation
  for i in 1:2 loop
    x[i + 1] = i*time;  // error[E0504]: subscript 2 lies outside 1 to 0 // error[E0504]: subscript 3 lies outside 1 to 0
  end for;
end SubscriptOfEmpty;
