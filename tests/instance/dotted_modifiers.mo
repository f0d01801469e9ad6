// Dotted modifiers are rewritten and merged before anything else: 7.2.4.
// Expected: c.b.x(unit = "m", start = 2, fixed = true).  final or each before a dotted name
//   belongs to its last part
model B
  Real x;
equation
  der(x) = -x;
end B;
model C
  B b;
end C;
model DottedModifiers
  C c(b.x.start = 2, b.x(fixed = true), b(x.unit = "m"));
end DottedModifiers;

/* instance
model DottedModifiers
// C c
// B c.b
Real c.b.x(unit = "m", start = 2.0, fixed = true);
equation
  der(c.b.x) = -c.b.x;
end DottedModifiers;
*/
