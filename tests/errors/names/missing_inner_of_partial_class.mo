partial model World
  parameter Real g = 9.81;
end World;
model M
  outer World world;  // error[E0217]@15: the outer component 'world' has no inner one above it, and none can be created of the partial class 'World'
  Real x = world.g;
end M;
