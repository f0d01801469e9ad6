// 12.4.1 and 12.4.4: the bindings of a function's components are executed in an order in which
// each comes after those it uses, and the defaults of inputs use other inputs only.
function defaults
  input Real a = b; // error[E0306]@14: the default of 'a' depends on itself
  input Real b = a; // note[E0306]: through 'b'
  input Real c = own; // error[E0308]@14: the default of 'c' depends on 'own', which is no input
  output Real y = a + b + c;
protected
  Real own = 1; // note[E0308]: 'own' is declared here
end defaults;

function locals
  input Real x[:, size(x, 1)];
  output Real y = p; // error[E0306]@15: the value of 'y' depends on itself
protected
  Real p = sum(q for q in {y, 1}); // note[E0306]: through 'p'
  Real r[size(s, 1)]; // error[E0306]@8: the size of 'r' depends on itself
  Real s[size(r, 1)]; // note[E0306]: through 's'
  Real t[3] = {x[u, u] for u in 1:3};
  Real u = t[1];
end locals;

model BindingsInARing
  Real a = defaults(1, 2, 3);
  Real b = locals([1, 2; 3, time]);
end BindingsInARing;
