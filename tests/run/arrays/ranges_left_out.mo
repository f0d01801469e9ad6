// 10.4.1 and 11.2.2.3: the range of an iterator that is left out follows from where it is a subscript, wherever that stands; a Boolean vector
// selects by false and true; subscripts behind an array of records go to the elements of each.
//
// expect: y[2](end) = 3 +- 1e-9
// expect: y[3](end) = -2 +- 1e-9
// expect: total(end) = 12 +- 1e-9
// expect: pairs[2](end) = 4 +- 1e-9
// expect: chosen[1] = 20
// expect: chosen[2] = 10
// expect: first(end) = 6 +- 1e-9
// expect: cut = 7
model RangesLeftOut
  record R
    Real v[2];
  end R;
  function last
    input R r[:];
    output Real y = sum(r.v[2]);
  algorithm
    annotation(Inline = false);
  end last;
  Real x[3] = {time, 2*time, 3*time}, y[3], z[3];
  Real side[Boolean] = {10, 20};
  parameter Boolean order[2] = {true, false};
  Real chosen[2] = side[order];
  Real total = sum((if x[i] > 2 then abs(x[i]) else -(-x[i])) + ({x[i], 1})[1] for i);
  Real pairs[3] = {max(x[j], 2*(x[j])) for j};
  Real first = last({R({time, 2*time}), R({3, 4*time})});
  parameter Integer n = 7;
  Integer cut = n;
equation
  for i loop
    if x[i] > 2.5 then
      y[i] = 1 - (x[i]);
    else
      y[i] = x[i] + 1;
    end if;
  end for;
  for i loop
    (z[i]) = {x[i], 2}*{1, 1};
  end for;
end RangesLeftOut;
