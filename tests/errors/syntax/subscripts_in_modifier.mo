model M
  A a(x[1] = 2);  // error[E0101]@8: a modifier has no subscripts: it modifies all elements of an array
end M;
