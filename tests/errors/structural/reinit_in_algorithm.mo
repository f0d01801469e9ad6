model ReinitInAlgorithm
  Real x(start = 1, fixed = true);
  discrete Integer n(start = 0);
equation
  der(x) = -x;
algorithm
  when x < 0.5 then
    reinit(x, 2); // error[E0506]: reinit is allowed only in equations
    n := pre(n) + 1;
  end when;
end ReinitInAlgorithm;
