type Vector = Real[3];
type Wrong
  extends Vector;
  extends Real;  // error[E0212]@3: 'Wrong' inherits from 'Vector', which has dimensions or prefixes: it cannot have other elements
end Wrong;
model M
  Wrong w;
end M;
