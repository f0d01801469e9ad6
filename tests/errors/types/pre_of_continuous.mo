model PreOfContinuous
  Real x = time;  // note[E0304]: it is declared here, and no when-clause sets it
  Real y = pre(x);  // error[E0304]@16: pre, edge and change of 'x' are allowed only inside a when-clause
  Boolean c = change(x);  // error[E0304]@22: pre, edge and change of 'x' are allowed only inside a when-clause
  Real z, s(start = 0), d, w;
equation
  der(s) = pre(s);  // error[E0304]: pre, edge and change of 's' are allowed only inside a when-clause
  when sample(0, 0.1) then
    d = pre(d) + pre(x);
  end when;
  w = pre(d);
algorithm
  if time > 0.5 then
    z := pre(x);  // error[E0304]: pre, edge and change of 'x' are allowed only inside a when-clause
  end if;
end PreOfContinuous;
