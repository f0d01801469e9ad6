// The past of a String at the start is its value there: the initial equation asks for a text that
// is longer than itself.
model StringAtTheStart
  discrete String a;
initial equation
  a = pre(a) + "q";  // error[E0521]: the String 'a' depends on itself: it must follow from others
equation
  when sample(0.5, 0.2) then
    a = pre(a) + "x";
  end when;
end StringAtTheStart;
