// Elements of protected arrays that a function does not set: the language leaves them open (12.4.4),
// and libraries build the matrices of their equations on zeros there.
// reference: [2, 1; 1, 0]*x = {0, t} has the solution x = {t, -2 t}
// expect: x[1](1) = 1 +- 1e-12
// expect: x[2](1) = -2 +- 1e-12
model ProtectedZeros
  function solution
    input Real t;
    output Real x[2];
  protected
    Real A[2, 2], b[2];
  algorithm
    A[1, 1] := 2;
    A[1, 2] := 1;
    A[2, 1] := 1;
    b[2] := t;
    x[2] := (b[1] - A[1, 1]*b[2] + A[2, 2])/A[1, 2];
    x[1] := b[2];
    annotation(Inline = false);
  end solution;
  Real x[2] = solution(time);
  annotation(experiment(StopTime = 1));
end ProtectedZeros;
