// Sizes by user functions: the evaluator runs whole algorithms: 4.4.2, 3.8.
// Expected: m, mB frozen; mB = 3; Real x[3]
function nB
  input Integer m;
  output Integer n;
algorithm
  n := 1;
  while mod(m, 2*n) == 0 loop
    n := 2*n;
  end while;
end nB;
model SizesByFunctions
  parameter Integer m = 12;
  final parameter Integer mB = div(m, nB(m));
  Real x[mB] = fill(time, mB);
end SizesByFunctions;

/* instance
model SizesByFunctions
parameter Integer m = 12;  // frozen
final parameter Integer mB = div(m, nB(m));  // frozen
Real[3] x = fill(time, 3);
equation
end SizesByFunctions;
*/
