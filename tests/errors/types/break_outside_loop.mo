model BreakOutsideLoop
  Real x;
algorithm
  x := 1;
  break;  // error[E0312]: 'break' is only allowed inside a loop
end BreakOutsideLoop;
