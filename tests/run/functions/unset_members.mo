// 12.4.4: it is an error to return a record of which a member has no value; an Integer is told of when the function ends.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: status = 3
// expect: error 'r' has no value
model UnsetMembers
  record R
    Real a;
    Integer n;
  end R;
  function f
    input Real x;
    output R r;
  algorithm
    r.a := x;
    if x < -1 then
      r.n := 1;
    end if;
  end f;
  R r = f(time);
end UnsetMembers;
