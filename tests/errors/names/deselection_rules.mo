// 7.4: a deselection matches something, what it matches is a model, block or connector, or a
// connection, and what is gone is not modified.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin pin;
  parameter Real k = 1;
equation
  pin.v = k;
end Part;

model Whole
  Part a;
  Part b;
  Part c;
  parameter Real p = 1;
  model Inside = Part;
equation
  connect(a.pin, b.pin);
end Whole;

model DeselectionRules
  extends Whole(
    break connect(b.pin, a.pin),
    break connect(a.pin, c.pin), // error[E0228]@5: there is no inherited connection of this text to deselect
    break p, // error[E0228]@5: 'p' cannot be deselected: it is a component of the type 'Real'
    break Inside, // error[E0228]@5: 'Inside' cannot be deselected: it is a class
    break c,
    c(k = 2), // error[E0228]@5: 'c' is deselected and cannot be modified
    break d); // error[E0228]@5: there is no inherited element 'd' to deselect
end DeselectionRules;
