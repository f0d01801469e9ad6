// 17: differential equations of a state are integrated while it is active, by the method of the clock (16.8.2); time stands still for a state
// that sleeps. Explicit Euler, by hand: T grows by 0.1; above 1 the other state takes over, from its start value 3, times 0.9 in each tick:
// 3*0.9^18 = 0.4503 is below 0.5; the first goes on from 1.1.
//
// simulate: --stop-time 3.3 --interval 0.1
// expect: T(1) = 1.0 +- 1e-9
// expect: T(1.15) = 1.1 +- 1e-9
// expect: T(1.25) = 3 +- 1e-9
// expect: T(1.35) = 2.7 +- 1e-9
// expect: cool.x(3.05) = 0.450283905891 +- 1e-9
// expect: T(3.15) = 1.2 +- 1e-9
// expect: T(3.25) = 3 +- 1e-9
model DifferentialEquations
  block Heat
    outer output Real T;
    Real x(start = 0);
  equation
    der(x) = 1;
    T = x;
  end Heat;
  block Cool
    outer output Real T;
    Real x(start = 3);
  equation
    der(x) = -x;
    T = x;
  end Cool;
  inner Real T(start = 0);
  Heat heat;
  Cool cool;
  Real tick = sample(time, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  Real both = T + tick;
equation
  initialState(heat);
  transition(heat, cool, T > 1.05, immediate = false);
  transition(cool, heat, T < 0.5, immediate = false, reset = false);
end DifferentialEquations;
