model EmptyArrayConstructor
  Real x[0] = {};  // error[E0301]: '{}' has no element type; write fill(value, 0) or zeros(0)
end EmptyArrayConstructor;
