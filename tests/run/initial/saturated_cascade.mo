// A cascade whose inner loop is saturated at the guess, at rest. By hand: T = 350 asks for 50*(350 - 300) of heat, the valve for
// q = 2500/5000.
// expect: T(start) = 350.0 +- 1e-6
// expect: valve(start) = 0.5 +- 1e-7
model SaturatedCascade
  Real T(start = 280), i(start = 0), valve(start = 0), asked;
equation
  100*der(T) = 5000*valve - 50*(T - 300);
  der(i) = 0.01*(350 - T);
  asked = 0.2*(350 - T) + i;
  2*der(valve) = min(1, max(0, asked)) - valve;
initial equation
  der(T) = 0;
  der(i) = 0;
  der(valve) = 0;
end SaturatedCascade;
