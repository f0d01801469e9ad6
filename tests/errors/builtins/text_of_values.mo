// 3.7.1: String shows numbers, Booleans and enumeration values; a format is one for numbers, and
// stands alone; other arguments are given by name, once.
model TextOfValues
  parameter String a = String({1, 2}); // error[E0303]@31: 'String' shows numbers, Booleans and enumeration values, but '{1, 2}' is of type 'Integer[2]'
  parameter String b = String("b"); // error[E0303]@31: 'String' shows numbers
  parameter String c = String(1, significantDigits = 3); // error[E0308]@34: 'String' has no argument 'significantDigits' for a value of type 'Integer'
  parameter String d = String(true, format = "d"); // error[E0308]@37: 'String' has no argument 'format' for a value of type 'Boolean'
  parameter String e = String(1.5, format = "s"); // error[E0308]@45: "s" is not a format for String()
  parameter String f = String(1.5, format = "*g"); // error[E0308]@45: "*g" is not a format for String()
  parameter String g = String(1.5, format = "g", minimumLength = 3); // error[E0308]@24: 'String' takes a format or other arguments, not both
  parameter String h = String(1, 3, minimumLength = 4); // warning[E0308]@34: the argument 'minimumLength' of 'String' is given by its name // error[E0308]@37: the argument 'minimumLength' is given twice
  parameter String i = String(1, format = "5.2f");
  parameter String j = String(2.5, 3); // warning[E0308]@36: the argument 'significantDigits' of 'String' is given by its name
end TextOfValues;
