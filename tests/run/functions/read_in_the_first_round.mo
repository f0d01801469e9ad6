// The first round compares with an array that no statement has set (12.4.4). It has no value
// there, and comparisons with what has none are false: the first trial would be kept in silence.
// expect: warning 'place' of 'ReadInTheFirstRound.best' is read in the first round of a loop before it is set
model ReadInTheFirstRound
  function best
    input Real start[3];
    output Real place[2];
    output Real behind[2];
  protected
    Real distance, least;
  algorithm
    least := 100;
    for trial in 1:3 loop
      distance := place[1] + start[trial];
      if distance < least or trial == 1 then
        least := distance;
        place := {start[trial], 1};
      end if;
    end for;
    for trial in 1:3 loop
      behind := 2*place;
      place := behind + place;
    end for;
  end best;
  Real x[2], y[2];
equation
  (x, y) = best({3, time, 2});
end ReadInTheFirstRound;
