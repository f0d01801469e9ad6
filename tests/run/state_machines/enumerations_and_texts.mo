// Variables of every type are merged. A state with a binding equation instead of an equation.
//
// simulate: --stop-time 3 --intervals 3
// expect: colour(0) = 1
// expect: colour(1) = 3
// expect: isRed(0) = 1
// expect: isRed(1) = 0
// expect: left(1) = 0.5
// expect: warning it ticks every second
model EnumerationsAndTexts
  type Colour = enumeration(red, yellow, green);
  block S
    parameter Colour c;
    parameter Boolean r;
    outer output Colour colour;
    outer output Boolean isRed;
    outer output Real left;
    Real half(start = 1) = 0.5*previous(half);
  equation
    colour = c;
    isRed = r;
    left = half;
  end S;
  inner Colour colour(start = Colour.yellow);
  inner Boolean isRed(start = false);
  inner Real left(start = 0);
  S red(c = Colour.red, r = true), green(c = Colour.green, r = false);
equation
  initialState(red);
  transition(red, green, true, immediate = false);
  transition(green, red, true, immediate = false);
end EnumerationsAndTexts;
