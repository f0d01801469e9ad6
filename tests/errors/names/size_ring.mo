model M
  parameter Real t[:, 2] = zeros(n, 2);  // error[E0237]@18: the size of 't' depends on itself
  parameter Integer n = size(t, 1);
end M;
