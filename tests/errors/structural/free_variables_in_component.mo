model Part
  Real u, y;
equation
  y = 2*u;
end Part;
model FreeVariablesInComponent
  Part part;  // error[E0502]: in 'part', a 'Part': only 1 equation for 'part.u' and 'x'
  Real x = part.y;
end FreeVariablesInComponent;
