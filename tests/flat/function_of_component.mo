// A function of a component: its defaults live in that instance: 5.3.2, 12.1.3.
// Expected: b.a = g0(time, world.g)
function g0
  input Real r;
  input Real g;
  output Real a;
algorithm
  a := g*r;
end g0;
model World
  parameter Real g = 9.81;
  replaceable function grav = g0(g = g);
end World;
model Body
  outer World world;
  Real a = world.grav(time);
end Body;
model FunctionOfComponent
  inner World world(g = 3);
  Body b;
end FunctionOfComponent;

/* flat
function 'World.grav'
  input Real r;
  input Real g;
  output Real a;
algorithm
  a := g*r;
end 'World.grav';
model FunctionOfComponent
  parameter Real 'world.g' = 3.0;
  Real 'b.a';
equation
  'b.a' = 'World.grav'(time, 'world.g');
end FunctionOfComponent;
*/
