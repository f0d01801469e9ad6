model SampleVaries
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1 + time) then  // error[E0304]: an argument of 'sample' must be a parameter expression, but '1 + time' is
    n = pre(n) + 1;
  end when;
end SampleVaries;
