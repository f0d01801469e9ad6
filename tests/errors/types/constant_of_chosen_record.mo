// The constants of a record are those of its class: a value that is chosen while the model runs, or
// that a function returns, must not have others.
model ConstantOfChosenRecord
  record Medium
    constant Real gamma = 1.4;
    Real p;
  end Medium;
  record Cell
    Medium m;
    Real V;
  end Cell;
  function helium
    input Real p;
    output Medium m(gamma = 1.67, p = p);
  algorithm
  end helium;
  Medium air(p = 1), gas(gamma = 1.67, p = 2), argon(gamma = 1.67, p = 3);
  Cell cell(m = gas, V = 1);
  Medium same = if time > 0.5 then air else Medium(p = 3);
  Medium any = if time > 0.5 then air else gas;  // error[E0301]: the constant 'gamma' of 'any' is 1.4, but 1.67 in this value
  Medium either = if time > 0.5 then gas else argon;  // error[E0301]: the constant 'gamma' of 'either' is 1.4, but 1.67 in this value
  Medium made = helium(time);  // error[E0301]: the constant 'gamma' of 'made' is 1.4, but 1.67 in this value
  Cell other = if time > 0.5 then cell else Cell(gas, V = time);  // error[E0301]: the constant 'gamma' of 'm' is 1.4, but 1.67 in this value
end ConstantOfChosenRecord;
