// A pole: x' = y^2 with y close to x grows beyond every bound, near t = 1. The form with residuals names the state that stops it.
// simulate: --dae --stop-time 3
// simulate: --dae --stop-time 3 --method radau5
// expect: status = 3
// expect: error the state that limits it is 'x'
model UnknownToBlame
  Real x(start = 1, fixed = true), y;
equation
  der(x) = y^2;
  y + 0.1*sin(y) = x;
end UnknownToBlame;
