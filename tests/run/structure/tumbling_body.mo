// A free body whose orientation is a quaternion: three of its four numbers are states, which ones
// changes on the way. Reference: the norm stays 1, the energy 18, and the component of the angular
// momentum along an axis of the room 9, as at the start.
// simulate: --tolerance 1e-8
// expect: n(end) = 1 +- 1e-10
// expect: E(end) = 18 +- 1e-5
// expect: Lz(end) = 9 +- 1e-5
model Tumbling
  Real Q[4](start = {0, 0, 0, 1});
  Real w[3](start = {1, 2, 3}, each fixed = true);
  Real n = Q*Q, E = sum(I[k]*w[k]^2 for k in 1:3)/2;
  Real L[3] = {I[k]*w[k] for k in 1:3} "angular momentum in the body";
  Real Lz = 2*(Q[1]*Q[3] - Q[2]*Q[4])*L[1] + 2*(Q[2]*Q[3] + Q[1]*Q[4])*L[2] + (2*(Q[3]^2 + Q[4]^2) - 1)*L[3];
  parameter Real I[3] = {1, 2, 3};
initial equation
  Q[1] = 0; Q[2] = 0; Q[3] = 0;
equation
  Q*Q = 1;
  w = 2*{{Q[4], Q[3], -Q[2], -Q[1]}*der(Q), {-Q[3], Q[4], Q[1], -Q[2]}*der(Q), {Q[2], -Q[1], Q[4], -Q[3]}*der(Q)};
  I[1]*der(w[1]) = (I[2] - I[3])*w[2]*w[3];
  I[2]*der(w[2]) = (I[3] - I[1])*w[3]*w[1];
  I[3]*der(w[3]) = (I[1] - I[2])*w[1]*w[2];
  annotation(experiment(StopTime = 10));
end Tumbling;
