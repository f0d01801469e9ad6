model StringRing
  String a, b;
equation
  a = b + "x";  // error[E0521]: the String 'a' depends on itself: it must follow from others
  b = a + "y";
end StringRing;
