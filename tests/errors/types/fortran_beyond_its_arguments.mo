// The subroutine is told to solve 2000 equations with memory for 2: it is stopped where it leaves
// its arguments, and nothing of it is used.
model FortranBeyondItsArguments
  function solve
    input Real A[2, 2];
    input Real b[2];
    output Real x[2] = b;
  protected
    Real W[2, 2] = A;
    Integer pivots[2];
    Integer info;
  external "FORTRAN 77" dgesv(2000, 1, W, 2000, pivots, x, 2000, info) annotation(Library="lapack");
  end solve;
  final parameter Real x[2] = solve({{2, 0}, {0, 4}}, {2, 8});
  Real y[integer(x[2])] = fill(time, 2); // error[E0314]: 'integer(x[2])' cannot be evaluated at compile time: 'FortranBeyondItsArguments.solve': its code crashed: a memory access
end FortranBeyondItsArguments;
