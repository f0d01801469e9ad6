// A call that the derivatives make is not made again for its other results, which only the output
// wants; nor is it for a relation on one of them. A function that no derivative needs stays with
// the outputs.
// count in derivatives: 1 call OutputsOfACall.split
// count in outputs: 0 call OutputsOfACall.split
// count in crossings: 0 call
// count in derivatives: 0 call OutputsOfACall.other
// count in outputs: 1 call OutputsOfACall.other
model OutputsOfACall
  function split
    input Real u[2];
    output Real a[2];
    output Real b;
  algorithm
    a := u;
    b := 1;
    for k in 1:2 loop
      a := 0.5*a + u;
      b := b + u[k];
    end for;
  end split;
  function other
    input Real u[2];
    output Real c[2];
  algorithm
    c := {u[2], u[1]};
    for k in 1:3 loop
      c := 0.5*c + u;
    end for;
  end other;
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), a[2], b, c[2];
  Boolean over = b > 2;
equation
  der(x) = -a[1];
  der(y) = -y;
  (a, b) = split({x, y});
  c = other({x, y});
end OutputsOfACall;
