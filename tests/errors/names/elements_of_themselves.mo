// Elements that need each other in some order are found in it, though 4.4.3 counts whole bindings: a
// warning, an error with --strict.
model M
  parameter Real a[3] = {1, a[1] + 1, 2*a[2]};  // warning[E0306]@25: the value of 'a' depends on itself (4.4.3): the elements are taken one after the other
  Real x = a[3];
end M;
