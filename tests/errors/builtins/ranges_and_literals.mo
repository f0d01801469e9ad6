// 10.4.3: ranges of enumerations and Booleans have no step, and no step is zero. Classes and
// enumeration literals are no arrays, literals have no elements (10.5.1: a dimension of a size is
// indexed by Integers).
package Data
  constant Real c = 1;
end Data;

model RangesAndLiterals
  type Size = enumeration(small, medium, large);
  Integer a = size(Size.small:Size.medium:Size.large, 1); // error[E0301]@31: a range of type 'RangesAndLiterals.Size' has no step
  Integer b = size(false:true:true, 1); // error[E0301]@26: a range of type 'Boolean' has no step
  Integer c = size(1:0:3, 1); // error[E0314]@22: the step of a range cannot be zero
  Size d = Size.small[1]; // error[E0307]@17: 'small' is an enumeration literal and has no subscripts
  Size e = Size.small.large; // error[E0201]@23: 'small' is an enumeration literal and has no element 'large'
  Real f = Data[1].c; // error[E0307]@12: 'Data' is a class and has no subscripts
  Real g[2] = {1, 2};
  Real h = g[true]; // error[E0307]@14: this dimension of 'g' is indexed by 'Integer', but 'true' is of type 'Boolean'
  Real i = g[Size.small]; // error[E0307]@14: this dimension of 'g' is indexed by 'Integer'
end RangesAndLiterals;
