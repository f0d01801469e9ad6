// The sum begins with what was never set: not a number, rather than a silent zero.
// expect: status = 3
// expect: error no consistent start values at time 0: 'y' = nan
model SumWithoutStart
  function total
    input Real u[:];
    output Real s;
  algorithm
    for i in 1:size(u, 1) loop
      s := s + u[i];
    end for;
  end total;
  Real y = total({1, 2, time});
end SumWithoutStart;
