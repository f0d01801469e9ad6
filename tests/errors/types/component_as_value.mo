model Part
  Real y = time;
end Part;
model ComponentAsValue
  Part p;
  Real x;
equation
  x = p;  // error[E0310]: 'p' is a component with an inner structure, not a value
end ComponentAsValue;
