model SubscriptOutside
  Real x[3];
equation
  for i in 1:3 loop
    x[i + 1] = i*time;  // error[E0504]: subscript 4 lies outside 1 to 3
  end for;
end SubscriptOutside;
