// simulate: --engine native
// simulate: --engine interpret
// simulate: --engine c
// A property like the temperature of water, over h: it rises in the liquid, rests at 1 between h = 1
// and h = 3, where both phases are there, and rises again up to h = 5, beyond which it has no value.
// From h = 0.2 the value 2.5 lies behind the flat part and just in front of the end: h = 4.5. With
// the phase of the guess kept there is another solution, h = 2.5, which contradicts it.
// expect: h(0.0) = 4.5 +- 1e-8
// expect: h(1.0) = 4.6 +- 1e-6
// expect: phase(1.0) = 1 +- 0
model ThroughTheDome
  function property
    input Real h;
    input Integer phase;
    output Real T;
  algorithm
    assert(h < 5, "too hot");
    T := if phase == 2 then 1 elseif h < 2.6 then h else h - 2;
  end property;
  Real h(start = 0.2);
  Integer phase(start = 1, fixed = true);
equation
  phase = if h < 1 or h > 3 then 1 else 2;
  2.5 + 0.1*time = property(h, phase);
end ThroughTheDome;
