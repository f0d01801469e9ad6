// The size of an array in a model is known before the simulation; n is a variable.
model RangeByVariable
  function total
    input Real a[:];
    output Real s;
  algorithm
    s := sum(a);
  end total;
  Real n = 3;
  Real y = total(1:n); // error[E0004]: a range whose limits are not known at compile time
end RangeByVariable;
