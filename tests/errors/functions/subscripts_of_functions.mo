// A function that leaves its array, needed for a size.
model SubscriptsOfFunctions
  function beyond
    input Integer n;
    output Integer y;
  protected
    Integer v[2] = {1, 2};
  algorithm
    v[n] := 5;
    y := v[1];
  end beyond;
  function misfit
    input Integer n;
    output Integer y;
  protected
    Integer v[2];
  algorithm
    v := fill(1, n);
    y := v[1];
  end misfit;
  Real x[beyond(3)]; // error[E0314]: 'beyond(3)' cannot be evaluated at compile time
  Real y[misfit(3)]; // error[E0314]: 'misfit(3)' cannot be evaluated at compile time
end SubscriptsOfFunctions;
