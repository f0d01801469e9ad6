model Environment
  parameter Real g = 9.81;
end Environment;
model Ball
  outer Environment environment;  // note[W0219]: it is here
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -environment.g;
end Ball;
model InnerThatNobodyDeclared
  Ball ball;  // warning[W0219]: in 'ball', a 'Ball': 'environment' has no inner declaration; one was created at the top level
end InnerThatNobodyDeclared;
