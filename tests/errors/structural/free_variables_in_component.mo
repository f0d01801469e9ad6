model Part
  Real u, y;  // error[E0502]: only 1 equation for 'part.u' and 'x'
equation
  y = 2*u;
end Part;
model FreeVariablesInComponent
  Part part;
  Real x = part.y;
end FreeVariablesInComponent;
