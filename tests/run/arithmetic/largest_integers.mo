// Integers up to 2^53 - 1 are exact in all operations, and so is their text.
// reference: whole numbers; 9007199254740991 = 6361*69431*20394401
// expect: top = 9007199254740991
// expect: bottom = -9007199254740991
// expect: product_of_three = 1
// expect: text = 1
// expect: quotient = 69431
// expect: modulus = 1
// expect: remainder = -2740991
// expect: modulus_of_large = 592592336
model LargestIntegers
  function modulo
    input Integer a;
    input Integer b;
    output Integer m;
  algorithm
    m := mod(a, b);
  end modulo;
  Integer one = if time < 2 then 1 else 2;
  Integer top = 9007199254740990 + one;
  Integer bottom = -top;
  Boolean product_of_three = 6361*(69431*one)*20394401 == top;
  Boolean text = String(top) + String(bottom) == "9007199254740991-9007199254740991";
  Integer quotient = div(top, 6361*20394401);
  Integer modulus = mod(-top, 4503599627370496*one);
  Integer remainder = rem(bottom, 9007199252000000*one);
  // The multiple of the divisor below bottom is beyond the range: -3*3002399949111109.
  Integer modulus_of_large = modulo(bottom, 3002399949111109*one);
end LargestIntegers;
