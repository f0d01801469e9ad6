// Strings: conversion with all forms of String, concatenation, comparison.
model Strings
  type Mode = enumeration(off, on);
  parameter Mode mode = Mode.on;
  parameter Integer n = 42;
  parameter Real x = 1/3;
  parameter String a = "n = " + String(n) + ", " + String(mode);
  parameter String b = String(x, significantDigits = 3) + String(x, format = ".2f");
  parameter String c = String(true, minimumLength = 6, leftJustified = false);
  parameter Boolean same = a == "n = 42, on";
  parameter String path = getInstanceName();
  constant String d = "x" + String(2.5, 4);
  constant Boolean e = d < "y";
end Strings;
/* flat
type 'Strings.Mode' = enumeration(off, on);
model Strings
  parameter 'Strings.Mode' mode = 'Strings.Mode'.on;
  parameter Integer n = 42;
  parameter Real x = 0.3333333333333333;
  parameter String a = "n = " + String(n, minimumLength = 0, leftJustified = true) + ", " + String(mode, minimumLength = 0, leftJustified = true);
  parameter String b = String(x, significantDigits = 3, minimumLength = 0, leftJustified = true) + String(x, format = ".2f");
  parameter String c = String(true, minimumLength = 6, leftJustified = false);
  parameter Boolean same = a == "n = 42, on";
  parameter String path = "Strings";
  constant String d = "x2.5";
  constant Boolean e = true;
end Strings;
*/
