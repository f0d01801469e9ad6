//! base 0.1.0
// Clocked partitions of Base Modelica: a base clock of 0.1 s, and every second tick of it.
// simulate: --stop-time 1 --intervals 100
// expect: fast(0.55) = 0.5 +- 1e-9
// expect: slow(0.55) = 0.4 +- 1e-9
// expect: count(0.55) = 3
// expect: doubled(0.55) = 1 +- 1e-9
package 'Partitions'
  model 'Partitions'
    Real 'x'(start = 0, fixed = true);
    Real 'fast';
    Real 'slow';
    Real 'doubled';
    Integer 'count'(start = 0);
  equation
    der('x') = 1;
  partition "the one base clock"
    annotation(Documentation(info = "nothing"));
    Clock 'base' = Clock(0.1);
    Clock _half = subSample('base', 2);
    subpartition (clock = 'base')
      equation
        'fast' = sample('x');
      algorithm
        'doubled' := 2*'fast';
    subpartition (clock = _half) "every second tick"
      equation
        'slow' = noClock('fast');
        'count' = previous('count') + 1;
  end 'Partitions';
end 'Partitions';
