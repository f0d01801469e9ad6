// A backslash that begins no escape sequence is kept with a warning (2.4.6).
model M
  constant String path = "C:\data";  // warning[E0111]@29: this is no escape sequence in a string
  constant Boolean same = path == "C:\\data";
  Real x[if same then 1 else 2] = {time};
end M;
