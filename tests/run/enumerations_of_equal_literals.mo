// Enumerations with the same literals in the same order fit together (6.7): in relations, conditional
// expressions, arguments and equations.
// expect: same(0) = 1
// expect: later(0) = 1
// expect: picked(1) = 3
// expect: number(0) = 2
package EnumerationsOfEqualLiterals
  type Light = enumeration(red, amber, green);
  type Lamp = enumeration(red, amber, green);
  function place
    input Light light;
    output Integer n;
  algorithm
    n := Integer(light);
  end place;
  model Run
    parameter Lamp lamp = Lamp.amber;
    Light light;
    Boolean same = lamp == Light.amber;
    Boolean later = Light.green > lamp;
    Light last = if time > 0.5 then Light.green else lamp;
    Integer picked = Integer(last);
    Integer number = place(lamp);
  equation
    light = lamp;
  end Run;
end EnumerationsOfEqualLiterals;
