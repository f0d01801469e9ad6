// The sign of a Real zero is that of IEEE 754, wherever the expression stands and whoever computes it; whole numbers
// (div, ceil, floor) have none, nor have constant solutions of equations. atan2 shows it: the argument of a negative number is pi or -pi.
// reference: ISO C, F.10.1.4: atan2(+-0, x) = +-pi for x < 0
// expect: ofParameter(0) = -3.141592653589793
// expect: ofConstant(0) = -3.141592653589793
// expect: ofVariable(0) = -3.141592653589793
// expect: ofCall(0) = -3.141592653589793
// expect: ofProduct(0) = -3.141592653589793
// expect: ofDifference(0) = 3.141592653589793
// expect: ofQuotient(0) = 3.141592653589793
// expect: ofQuotientAtCompileTime(0) = 3.141592653589793
// expect: ofCeil(0) = 3.141592653589793
// expect: ofFloor(0) = 3.141592653589793
// expect: ofSolution(0) = 3.141592653589793
model SignOfZero
  function angle
    input Real v;
    output Real y;
  algorithm
    y := atan2(-v, -4.0 + v);
  end angle;
  parameter Real c = 0.0;
  parameter Real ofParameter = atan2(-c, -4.0 + c);
  constant Real ofConstant = atan2(-0.0, -4.0);
  Real zero = if time < 5 then 0.0 else 1.0;
  Real ofVariable = atan2(-zero, -4 + zero);
  Real ofCall = angle(zero);
  Real ofProduct = atan2(zero*(-1), -1);
  Real ofDifference = atan2(zero - zero, -1);
  Real ofQuotient = atan2(div(zero + 0.25, -2.0), -1);
  Real ofQuotientAtCompileTime = atan2(div(c + 0.25, -2.0), -1);
  Real ofCeil = atan2(ceil(zero - 0.25), -1);
  Real ofFloor = atan2(floor(-zero), -1);
  Real solution;
  Real ofSolution = atan2(solution, -1);
equation
  -4*solution = 0;
end SignOfZero;
