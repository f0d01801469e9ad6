// simulate: --stop-time 1
model ExternalCodeMissing
  function nowhere
    input Real x;
    output Real y;
    external "C" y = there_is_no_such_function(x);
  end nowhere;
  Real y = nowhere(time); // error[E0603]@12: the C function 'there_is_no_such_function' of 'ExternalCodeMissing.nowhere'
end ExternalCodeMissing;
