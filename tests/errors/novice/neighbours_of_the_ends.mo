model NeighboursOfTheEnds
  parameter Integer n = 4;
  Real T[n](each start = 300, each fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = T[i - 1] - 2*T[i] + T[i + 1];  // error[E0504]: subscript 0 lies outside 1 to 4 // error[E0504]: subscript 5 lies outside 1 to 4
  end for;
end NeighboursOfTheEnds;
