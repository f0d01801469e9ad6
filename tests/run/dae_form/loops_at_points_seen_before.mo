// An output point may have been looked at before it is recorded (for events, or for what a step
// overlooks): the unknowns of its loop are solved there, not interpolated between long steps.
// Reference: closed form, p = 3/2 + sin(time)/2, x = 3/2 + time/2; only x is integrated, and as a
// straight line it lets the steps grow.
// simulate: --dae --tolerance 1e-9 --intervals 8 --stop-time 1
// simulate: --dae --tolerance 1e-9 --intervals 8 --stop-time 1 --method radau5
// expect: p(0.125) = 1.562337366692614 +- 1e-7
// expect: p(0.5) = 1.7397127693021015 +- 1e-7
// expect: p(0.875) = 1.8837717511180134 +- 1e-7
// expect: x(0.5) = 1.75 +- 1e-8
model LoopsAtPointsSeenBefore
  Real x(start = 1.5, fixed = true), p(start = 1.5), q(start = 1.5);
equation
  der(x) = 0.5 + 0.1*(p + q - 2*(1.5 + 0.5*sin(time)));
  x^2 + p^2 + 0.1*sin(q) = (1.5 + 0.5*time)^2 + (1.5 + 0.5*sin(time))^2 + 0.1*sin(1.5 + 0.5*sin(time));
  q + 0.2*sin(p) = (1.5 + 0.5*sin(time)) + 0.2*sin(1.5 + 0.5*sin(time));
end LoopsAtPointsSeenBefore;
