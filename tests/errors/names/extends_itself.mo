model M
  extends M;  // error[E0205]@11: 'M' inherits from itself
end M;
