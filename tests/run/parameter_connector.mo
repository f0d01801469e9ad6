// A connector that is one variable, declared a parameter (9.3 forbids it): a parameter of its type. A warning; an error with --strict.
model ParameterConnector
  connector In = input Real;
  model Part
    parameter In k = 2;
    Real y = k*time;
  end Part;
  Part p, q(k = 5);
  // expect: p.y(1) = 2 +- 1e-12
  // expect: q.y(1) = 5 +- 1e-12
end ParameterConnector;
