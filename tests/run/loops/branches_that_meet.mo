// An unknown in two branches that meet where they change over, as regularizations do, is found from
// its value without iteration: by the inverse of the branch that the value belongs to. Branches
// that do not meet, or do not rise together, are left to the solver.
// expect: loops = {1 1}
// expect: up(0) = 16 +- 1e-12
// expect: up(1) = 0.0625 +- 1e-7
// expect: up(2) = -3 +- 1e-7
// expect: down(0) = 16 +- 1e-12
// expect: down(2) = -3 +- 1e-7
// expect: apart(0) = 15 +- 1e-9
// expect: folded(0) = 4 +- 1e-9
model BranchesThatMeet
  Real x(start = 2, fixed = true) "0.5 at 1 s, where the branches meet";
  Real up, down;
  Real apart(start = 14), folded(start = 2);
equation
  der(x) = if time < 1 then -1.5 else -0.765625;
  // u^(1/4) above 1/16, below it the line through that point with slope 1/4.
  x = if noEvent(up > 0.0625) then up^0.25 else 0.484375 + 0.25*up;
  -x/2 = if noEvent(down <= 0.0625) then -(0.484375 + 0.25*down)/2 else -(down^0.25/2);
  // A jump: no inverse for the values in it.
  x = if noEvent(apart > 1) then apart - 13 else 0.5*apart - 13;
  // Up and down again.
  x + 5 = if noEvent(folded > 1) then 2*folded - 1 else 2 - folded;
  annotation(experiment(StopTime = 2));
end BranchesThatMeet;
