// The record as a whole is bound from outside, so the list in its class, for another number of elements, does not count
// (7.2.4). By hand: y = 3 + 4.
// expect: y(1) = 7 +- 1e-12
package P
  record Element
    parameter Real v;
  end Element;
  record Data
    parameter Integer n = 1;
    parameter Element e[n] = {Element(v = 1)};
  end Data;
  model Part
    parameter Data data;
    Real y = sum(data.e[i].v for i in 1:data.n)*time;
  end Part;
end P;
model ListOfTheClass
  parameter P.Data two(n = 2, e = {P.Element(v = 3), P.Element(v = 4)});
  P.Part part(data = two);
  Real y = part.y;
end ListOfTheClass;
