// A loop for a size has as many rounds as there are steps, whatever its body does.
model LoopTooLongToEvaluate
  function f
    input Integer n;
    output Integer m = 1;
  algorithm
    for i in 1:n loop
    end for;
  end f;
  parameter Integer n = f(2000000000);
  Real x[n] = fill(time, n); // error[E0314]: 'n' cannot be evaluated at compile time: the evaluation takes more than 100000000 steps
end LoopTooLongToEvaluate;
