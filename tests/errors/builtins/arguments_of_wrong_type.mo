// 3.7 and 10.3.4: what the predefined functions take.
model ArgumentsOfWrongType
  type Size = enumeration(small, large);
  Size largest = max(Size.small, Size.large);
  String a = max("a", "b"); // error[E0303]@14: 'max' is not defined for arguments of type 'String', 'String'
  Real b = sum(true); // error[E0303]@12: 'sum' is not defined for arguments of type 'Boolean': it needs an array of numbers
  Real c = product(true); // error[E0303]@12: 'product' is not defined for arguments of type 'Boolean'
  Boolean d = mod(true, false); // error[E0303]@15: 'mod' is not defined for arguments of type 'Boolean', 'Boolean'
  Size e = rem(Size.small, Size.large); // error[E0303]@12: 'rem' is not defined for arguments of type
  Real g = semiLinear(true, 1, 2); // error[E0303]@12: 'semiLinear' is not defined for arguments of type 'Boolean'
  Boolean h = homotopy(time > 1, true); // error[E0303]@15: 'homotopy' is not defined for arguments of type 'Boolean'
  Real i = delay(time, "1"); // error[E0303]@12: 'delay' is not defined for arguments of type 'Real', 'String'
  Real j = delay(time, -1); // error[E0308]@24: the delay time -1 is negative
  Boolean k = sample("0", 1); // error[E0303]@15: 'sample' is not defined for arguments of type 'String', 'Integer': it needs two numbers
  Real m[1] = linspace(0, 1, 1); // error[E0303]@15: 'linspace' is not defined for arguments of type 'Integer', 'Integer', 'Integer': it needs at least two points
  Boolean n[2, 2] = diagonal({true, false}); // error[E0303]@21: 'diagonal' is not defined for arguments of type 'Boolean[2]'
  Real o = abs(v for v in 1:3); // error[E0308]@12: 'abs' is no reduction
  Size p = Size(3); // error[E0314]@17: 'ArgumentsOfWrongType.Size' has no value number 3: it has 2
  parameter String q = getInstanceName(1); // error[E0308]@24: 'getInstanceName' has too many arguments
end ArgumentsOfWrongType;
