// A list that does not fit is told before a million components are made for it.
model ListForComponents
  model C
    parameter Real a = 0;
    parameter Real v[3] = zeros(3);
    Real x = a*time;
  end C;
  C few[1000000](a = {1, 2, 3}); // error[E0301]@22: the value for 'a' has 3 elements for 1000000 components
  C fits[3](a = {1, 2, 3}, x(start = {1, 2, 3}));
  C rows[2](v = {{1, 2, 3}, {4, 5, 6}});
end ListForComponents;
