model WhenConditionVaries
  function late
    input Real t;
    output Boolean yes = t > 1;
  algorithm
  end late;
  Integer k(start = 0), m(start = 0), n(start = 0), l(start = 0);
  Boolean b = time > 3;
equation
  when noEvent(time > 0.5) then  // error[E0304]@8: the condition of 'when' must change at events only, but 'noEvent(time > 0.5)' can change between them
    k = 1;
  end when;
  when {b, noEvent(b and time > 0.5)} then  // error[E0304]: the condition of 'when' must change at events only
    m = 1;
  end when;
  when b then
    n = 1;
  elsewhen late(time) then  // error[E0304]: the condition of 'when' must change at events only
    n = 2;
  end when;
algorithm
  when noEvent(time > 0.5) or b then  // error[E0304]: the condition of 'when' must change at events only
    l := 1;
  end when;
end WhenConditionVaries;
