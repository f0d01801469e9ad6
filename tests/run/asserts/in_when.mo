// An assertion inside a when-clause is judged at the event at which the clause is active (8.3.7,
// 8.3.5): the third sample is at 0.1 + 2*0.1. What was recorded before is kept.
// expect: status = 3
// expect: error an assertion failed at time 0.3
// expect: error in_when.mo:14:5
// expect: error counted 3
// expect: k(end) = 2
model InWhen
  Integer k(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    k = pre(k) + 1;
    // its values are those of the event, its position this one
    assert(k < 3, "counted " + String(k));
  end when;
end InWhen;
