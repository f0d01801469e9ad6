model More
  record R
    Real a;
  end R;
  R r[2](a = {1, 2});
  Real x[3] = {1, 2, 3};
  Integer n = 2;
  parameter Integer k = 2;
  function f
    input Real x;
    output Real y = x;
  algorithm
  end f;
  Real a = x[1.5]; // error[E0307]@14: a subscript must be an Integer, an enumeration value or a Boolean, but '1.5' is of type 'Real'
  Real b = x["a"]; // error[E0307]@14: a subscript must be an Integer, an enumeration value or a Boolean, but '"a"' is of type 'String'
  Real c = r.b[1]; // error[E0201]@14: record 'More.R' has no element 'b'
  Real d = r[1, 2].a; // error[E0307]@12: 'r' has 1 dimension, not 2
  Real e = size(x, 3); // error[E0307]@17: 'x' of type 'Real[3]' has no dimension 3
  Real g = size(x, n);
  Real h[2] = 1:true; // error[E0301]@15: the range runs from type 'Integer' to type 'Boolean'
  Real i[2] = "a":"b"; // error[E0301]@15: a range runs over scalars, but '"a"' is of type 'String'
  Real j[2] = {v for v in 3}; // error[E0301]@27: an iterator runs over a vector, but '3' is of type 'Integer'
  Real l = sum("a" for v in 1:2); // error[E0303]@12: 'sum' cannot reduce values of type 'String'
  Real m[2] = {f, f}; // error[E0310]@16: 'f' is a class, not a value // error[E0310]@19: 'f' is a class, not a value
  Real o = der(k); // error[E0301]@16: 'der' needs a Real expression, but 'k' is of type 'Integer'
  Real p = der("a"); // error[E0301]@16: 'der' needs a Real expression, but '"a"' is of type 'String'
  Real q = delay(time, 2, 1); // error[E0308]@12: the delay time 2 exceeds the maximum 1
  Real s = String(); // error[E0308]@12: 'String' needs a value
  String t = String(1.5, 2, 3, true, 5); // warning[E0308]@26: the argument 'significantDigits' of 'String' is given by its name // warning[E0308]@29: the argument 'minimumLength' of 'String' is given by its name // warning[E0308]@32: the argument 'leftJustified' of 'String' is given by its name // error[E0308]@38: 'String' has too many arguments
  String u = String(1, format = "d", nothing = 2); // error[E0308]@38: 'String' has no argument 'nothing' for a value of type 'Integer'
  String v = String(time, significantDigits = "3"); // error[E0301]@47: significantDigits must be of type 'Integer', but '"3"' is of type 'String'
  Real w = smooth(1, "a"); // error[E0303]@12: 'smooth' is not defined for arguments of type 'Integer', 'String': only Reals can be smooth
  Real y = delay(expr = time, delayTime = 1, other = 2); // error[E0308]@46: 'delay' has no argument 'other' here
  Real z = x[1](3); // error[E0309]@12: 'x[1]' is no function
equation
  assert(true); // error[E0308]@3: the argument 'message' is missing
  assert(true, "a", level = AssertionLevel.warning, other = 1); // error[E0308]@53: there is no argument 'other' here
  assert(true, "a", AssertionLevel.warning, 3); // error[E0308]@3: too many arguments
  assert(condition = true, condition = false, message = "a"); // error[E0308]@28: there is no argument 'condition' here
  terminate(); // error[E0308]@3: the argument 'message' is missing
  reinit(x, 1); // error[E0312]@3: 'reinit' is only allowed inside 'when'
  when 3 then // error[E0301]@8: the condition of 'when' must be a Boolean, a vector of Booleans or a clock, but '3' is of type 'Integer'
  end when;
  f(1);
algorithm
  time := 2; // error[E0311]@3: 'time' cannot be assigned to: it is no variable
  f := 2; // error[E0310]@3: 'f' is a class, not a value
  (x, 3) := f(2); // error[E0308]@3: 2 results are asked for, but the call has 1
  f(1) := 2; // error[E0311]@3: 'f(1)' cannot be assigned to: it is no variable
end More;
