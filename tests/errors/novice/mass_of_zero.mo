// simulate: --stop-time 1
// A mass that was left at zero in one of two bodies: the component is told, then the quotient in its class.
model Body
  parameter Real m = 1;
  Real v(start = 0, fixed = true), f = 2;
equation
  m*der(v) = f;  // note[E0702]: 2.0/cart.m with cart.m = 0: division by zero
end Body;
model MassOfZero
  Body trailer, cart(m = 0);  // error[E0702]@17: in 'cart', a 'Body': no consistent start values at time 0
end MassOfZero;
