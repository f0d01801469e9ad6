// 12.4.4: an output that gets no value on the way through the function has none: the run stops there, it does not go on with zero.
//
// simulate: --stop-time 1
// expect: status = 3
// expect: error the output 'b' got no value
// expect: y(0.25) = 1
model OutputWithoutValue
  function f
    input Real a;
    output Real b;
  algorithm
    if a < 0.5 then
      b := 1;
    end if;
  end f;
  Real x(start = 0, fixed = true), y = f(x);
equation
  der(x) = 1;
end OutputWithoutValue;
