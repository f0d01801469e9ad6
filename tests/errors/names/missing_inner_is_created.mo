model World
  parameter Real g = 9.81;
end World;
model M
  outer World world;  // warning[W0219]@15: 'world' has no inner declaration; one was created at the top level
  Real x = world.g;
end M;
