// A size from the solution of 2 x1 = 2, 4 x2 = 8, which LAPACK finds while the model is compiled.
// expect: y[2] = 1
// expect: x[1] = 1
// expect: x[2] = 2
model FortranAtCompileTime
  function solve
    input Real A[2, 2];
    input Real b[2];
    output Real x[2] = b;
  protected
    Real W[2, 2] = A;
    Integer pivots[2];
    Integer info;
  external "FORTRAN 77" dgesv(2, 1, W, 2, pivots, x, 2, info) annotation(Library="lapack");
  end solve;
  final parameter Real x[2] = solve({{2, 0}, {0, 4}}, {2, 8});
  Real y[integer(x[2])] = fill(time, 2);
end FortranAtCompileTime;
