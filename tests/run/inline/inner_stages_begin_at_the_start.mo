// The unknowns of the inner stages of a first step begin at the values of the start: at zero the
// distances of these three bodies vanish, and the forces are not finite. Reference: three equal
// masses at the corners of a triangle turn around their centre; with radius 1 and mass sqrt(3)
// the angular velocity is 1, and after a third of a turn each is where the next one was.
// simulate: --inline radau5 --tolerance 1e-8
// simulate: --inline sdirk4 --tolerance 1e-8
// expect: x[1](2.0943951023931953) = -0.5 +- 1e-6
// expect: y[3](2.0943951023931953) = 0 +- 1e-6
model InnerStagesBeginAtTheStart
  parameter Real a[3] = {0, 1, 2}*2.0943951023931953, m = sqrt(3);
  Real x[3](start = cos(a), each fixed = true), y[3](start = sin(a), each fixed = true);
  Real vx[3](start = -sin(a), each fixed = true), vy[3](start = cos(a), each fixed = true);
  Real r3[3, 3];
equation
  for i in 1:3 loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    for j in 1:3 loop
      r3[i, j] = ((x[i] - x[j])^2 + (y[i] - y[j])^2)^1.5;
    end for;
    der(vx[i]) = sum(if i == j then 0 else m*(x[j] - x[i])/r3[i, j] for j in 1:3);
    der(vy[i]) = sum(if i == j then 0 else m*(y[j] - y[i])/r3[i, j] for j in 1:3);
  end for;
  annotation(experiment(StopTime = 2.0943951023931953));
end InnerStagesBeginAtTheStart;
