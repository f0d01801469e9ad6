// Each relation of Reals has one crossing function, the difference of its sides (8.5, Appendix B); relations that a literal
// evaluation was asked for have none.
// count in crossings: 2 <- -
// count in crossings: 0 <- <
model CrossingFunctions
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = (if x > 0.5 then 1 else 2) + (if x < 0.25 then 3 else 4) + noEvent(if x > 0.75 then 5 else 6);
end CrossingFunctions;
