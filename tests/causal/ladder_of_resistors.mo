// A ladder of resistors is one loop; with the current of the last one known all others follow, so one unknown is iterated on,
// however long the ladder.
// check: --no-alias
// expect: tearing = 1
// expect: kinds = {linear}
model LadderOfResistors
  parameter Real R = 1;
  Real v[4], i[4], leak[3];
equation
  v[1] = 10*time;
  for k in 1:3 loop
    v[k] - v[k + 1] = R*i[k];
    v[k + 1] = 2*R*leak[k];
    i[k] = leak[k] + i[k + 1];
  end for;
  i[4] = 0;
end LadderOfResistors;
