// 16.8: an algorithm in a partition that a solver integrates.
model AlgorithmWithASolver
  Real x(start = 1);
  Real y;
  Clock c = Clock(Clock(0.1), "ExplicitEuler");
equation
  when c then // error[E0004]@3: a clocked when-clause in a partition with differential equations is not supported yet
    der(x) = -x;
  end when;
algorithm // error[E0004]@1: an algorithm in a clocked partition with differential equations is not supported yet
  y := 2*x;
end AlgorithmWithASolver;
