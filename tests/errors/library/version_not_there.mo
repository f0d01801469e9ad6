// check: -L tests/libraries
model M
  Springs.Rigid r;
  annotation (uses(Springs(version = "3.0.0")));  // warning[E0119]@38: 'Springs' is asked for in version 3.0.0, but 2.0.0 is on the search path
end M;
