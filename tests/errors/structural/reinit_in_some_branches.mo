// At the start a reinit is an initial equation: whether there is one must be known.
model ReinitInSomeBranches
  Real x(start = 1);
  Boolean b = time > 0.2;
equation
  der(x) = -x;
  when initial() then
    if b then
      reinit(x, 2); // error[E0505]: reinit in some branches only
    end if;
  end when;
end ReinitInSomeBranches;
