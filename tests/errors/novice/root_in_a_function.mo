// simulate: --stop-time 1
function orifice
  input Real dp;
  output Real m;
protected
  Real r[2];
algorithm
  for i in 1:2 loop
    r[i] := i*sqrt(dp);  // note[E0710]: it is in this statement of the function
  end for;
  m := r[1] + r[2];
  annotation(Inline = false);
end orifice;
model RootInAFunction
  Real p(start = 1, fixed = true), m;
equation
  der(p) = -4;
  m = orifice(p);  // error[E0710]: stopped at time 0.25
end RootInAFunction;
