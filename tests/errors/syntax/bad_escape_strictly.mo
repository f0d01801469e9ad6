// check: --strict
model M
  parameter String path = "C:\data";  // error[E0111]@30: this is no escape sequence in a string
end M;
