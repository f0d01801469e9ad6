// Literals that are named like attributes (4.9.5 forbids it): attributes are set in parentheses, literals stand behind a dot.
// A warning; an error with --strict.
model LiteralLikeAttribute
  type Mode = enumeration(fixed, start, free);
  parameter Mode m = Mode.start;
  Real y = if m == Mode.start then time else if m == Mode.fixed then 2*time else 0;
  Mode n = if time < 0.5 then Mode.fixed else Mode.free;
  // expect: y(1) = 1 +- 1e-12
  // expect: n(0) = 1
  // expect: n(1) = 3
end LiteralLikeAttribute;
