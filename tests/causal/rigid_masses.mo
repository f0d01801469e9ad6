// Two masses bound rigidly: the constraint between their positions is differentiated twice, and one position and one velocity
// are left of four. So are the definitions of the two velocities, once. The second derivatives of both positions, both
// accelerations and the force depend on each other: five equations, one loop.
// expect: index = 3
// expect: differentiated = 4
// expect: states = 2
// expect: loops = {5}
// expect: kinds = {linear}
model RigidMasses
  Real x1(start = 0), v1, x2, v2, f;
equation
  x1 = x2 + 1;
  der(x1) = v1;
  der(x2) = v2;
  2*der(v1) = f - x1;
  3*der(v2) = -f;
end RigidMasses;
