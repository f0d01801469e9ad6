// check: --strict
model WhenInForStrictly
  Real y[2](each start = 0);
algorithm
  for i in 1:2 loop
    when time > i then  // error[E0312]: 'when' is not allowed inside the statement 'for' (11.2.7.2)
      y[i] := 1;
    end when;
  end for;
end WhenInForStrictly;
