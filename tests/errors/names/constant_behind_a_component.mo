// Through a component only functions are found (5.3.2). The constant of its class is meant: a warning,
// and an error with --strict.
model M
  package Water
    constant Real density = 1000;
    constant Real limits[2] = {1, 2};
  end Water;
  model Tank
    replaceable package Medium = Water;
    Real x = time;
  end Tank;
  package Oil = Water(density = 800);
  Tank tank(redeclare package Medium = Oil);
  Real y = tank.Medium.density;  // warning[E0310]@12: 'tank.Medium.density' is a constant of a class, which is no part of the component (5.3.2)
  Real z = tank.Medium.limits[2];  // warning[E0310]: 'tank.Medium.limits[2]' is a constant of a class
  Real u = tank.Medium;  // error[E0310]: 'tank.Medium' is a class, not a value
  Real w = tank.Medium.viscosity;  // error[E0201]: package 'M.Water' has no element 'viscosity'
end M;
