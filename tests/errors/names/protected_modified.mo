// check: --strict
model Counter
  Real n = limit;
protected
  parameter Real limit = 3;
end Counter;
model M
  Counter c(limit = 4);  // error[E0203]@13: 'limit' is protected and must not be modified from outside
end M;
