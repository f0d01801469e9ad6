// A C function that is nowhere is an error with its name.
//
// expect: error the C function 'there_is_no_such_function' of 'ExternalMissing.nowhere'
model ExternalMissing
  function nowhere
    input Real x;
    output Real y;
    external "C" y = there_is_no_such_function(x);
  end nowhere;
  Real y = nowhere(time);
end ExternalMissing;
