// What flows through a pump without content has the enthalpy 0.5 of what comes in, unless nothing
// flows: then any will do. With h < 1 the density is 10 - h, and m = 1 moves it against 11.875. Taken
// for the other side of h < 1, as which every comparison began, the guess h = 0.6 led to m = 0 and
// h = 20*2/11.875, a solution, too, and far from what the guesses say.
// expect: m(start) = 1 +- 1e-9
// expect: h(start) = 0.5 +- 1e-9
// expect: d(start) = 9.5 +- 1e-9
model RelationsOfTheGuess
  Real h(start = 0.6), m(start = 1), d, head;
  Real x(start = 0, fixed = true);
equation
  der(x) = m;
  m*(h - 0.5) = 0;
  d = if h < 1 then 10 - h else 20/h;
  head = 0.5 + 1.5/(1 + m^2);
  d*head = 11.875;
end RelationsOfTheGuess;
