// A unit behind a number.
model UnitBehindNumber
  parameter Real J = 0.2 kgm2;  // error[E0101]: unexpected 'kgm2' after the declaration
end UnitBehindNumber;
