model M
  parameter Real t[:];  // error[E0236]@18: the size of dimension 1 of 't' is unknown: it has ':' and no value to take it from
end M;
