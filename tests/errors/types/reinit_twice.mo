// 8.3.6: one equation sets a state anew; branches of one clause, of which one is taken, may.
model ReinitTwice
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real z[2](each start = 1, each fixed = true);
equation
  der(x) = -1;
  der(y) = -1;
  der(z) = {-1, -2};
  when x < 0.5 then
    reinit(x, 1);
    reinit(z[1], 1);
  elsewhen x < 0.2 then
    if time > 1 then
      reinit(x, 2);
    else
      reinit(x, 3);
    end if;
  end when;
  when y < 0.5 then
    reinit(y, 1); // note[E0312]: the other one is here
    reinit(z[2], 1);
  end when;
  when y < 0.2 then
    reinit(y, 2); // error[E0312]@5: 'reinit' is applied twice to the same variable
  end when;
end ReinitTwice;
