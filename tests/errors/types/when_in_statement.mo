model WhenInStatement
  Real x(start = 0), y[2](each start = 0);
  Integer k;
algorithm
  if time < 3 then
    when time > 1 then  // error[E0312]: 'when' is not allowed inside the statement 'if'
      x := 1;
    end when;
  end if;
algorithm
  for i in 1:2 loop
    when time > i then  // warning[E0312]: 'when' is not allowed inside the statement 'for' (11.2.7.2)
      y[i] := 1;
    end when;
    if time > 1 then
      when time > 2 then  // error[E0312]: 'when' is not allowed inside the statement 'if'
        k := 3;
      end when;
    end if;
  end for;
algorithm
  k := 0;
  while k < 2 loop
    k := k + 1;
    when time > 2 then  // error[E0312]: 'when' is not allowed inside the statement 'while'
      k := 1;
    end when;
  end while;
end WhenInStatement;
