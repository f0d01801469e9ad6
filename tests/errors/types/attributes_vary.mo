model AttributesVary
  model Part
    Real u(start = 1);  // note[E0304]: 'u' is declared here
  equation
    der(u) = 1;
  end Part;
  parameter Real p(fixed = false);
  Real y = time;
  Integer k = integer(time);
  Real a(start = y);  // error[E0304]@18: the attribute 'start' of 'a' must be a parameter expression, but 'y' varies with time
  Real b(start = k);  // error[E0304]: the attribute 'start' of 'b' must be a parameter expression, but 'k' varies with time
  Real c(min = time, start = p);  // error[E0304]: the attribute 'min' of 'c' must be a parameter expression
  Real d(max = 2*y);  // error[E0304]: the attribute 'max' of 'd' must be a parameter expression
  Real e[2](nominal = {1, y});  // error[E0304]: the attribute 'nominal' of 'e' must be a parameter expression
  Real f(fixed = k > 1);  // error[E0304]: the attribute 'fixed' of 'f' must be a parameter expression
  Part part(u(start = y));  // error[E0304]: the attribute 'start' of 'u' must be a parameter expression
initial equation
  p = 3;
equation
  der(a) = 1;
  der(b) = 1;
  der(c) = 1;
  der(d) = 1;
  der(e) = ones(2);
  der(f) = 1;
end AttributesVary;
