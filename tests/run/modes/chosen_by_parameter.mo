// A parameter chooses, too, in an inherited array of parts; a redeclaration from outside ends the choice.
//
// expect: a.sum(end) = 6
// expect: b.sum(end) = 2
// expect: c.sum(end) = 40
model ChosenByParameter
  partial model Part
    parameter Real k = 1;
    Real y;
  end Part;
  model One
    extends Part;
  equation
    y = k;
  end One;
  model Two
    extends Part;
  equation
    y = 2*k;
  end Two;
  model Twenty
    extends Part;
  equation
    y = 20*k;
  end Twenty;
  model Base
    parameter Integer kind = 1;
    replaceable One part[2](k = {1, 1}) constrainedby Part annotation(
      choices(choice(redeclare One part[2]), choice(redeclare Two part[2](k = {1, 2}))), __Tarn(choice = kind));
    Real sum = part[1].y + part[2].y;
  end Base;
  model Heir
    extends Base;
  end Heir;
  Heir a(kind = 2), b, c(kind = 2, redeclare Twenty part[2]);
end ChosenByParameter;
