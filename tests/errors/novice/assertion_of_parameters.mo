// simulate: --stop-time 1
// Degrees Celsius where kelvins are wanted: found in a function, told where the number was given.
function enthalpy
  input Real T;
  output Real h;
algorithm
  assert(T > 200, "the temperature (= " + String(T) + ") is too low");  // note[E0702]: in 'enthalpy'
  h := 1000*T;
  annotation(Inline = false);
end enthalpy;
model Boundary
  parameter Real T = 293;
  final parameter Real h(fixed = false);
initial equation
  h = enthalpy(T);
end Boundary;
model Source
  parameter Real T = 293;
  Real h = enthalpy(T);
end Source;
model AssertionOfParameters
  Boundary warm;
  Source cold(T = 20);  // error[E0702]: in 'cold', a 'Source': the parameters cannot be computed: the temperature (= 20) is too low // note[E0702]: 'cold.T' is 20 here
end AssertionOfParameters;
