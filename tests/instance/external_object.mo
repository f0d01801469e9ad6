// External objects: construct once at run time, never fold, never copy: 12.9.7.
// Expected: parameter T t = T.constructor(v); v changeable in value, fixed in size
class T
  extends ExternalObject;
  function constructor
    input Real v[:];
    output T t;
  external "C" t = tnew(v, size(v, 1));
  end constructor;
  function destructor
    input T t;
  external "C" tdel(t);
  end destructor;
end T;
function get
  input T t;
  input Real u;
  output Real y;
external "C" y = tget(t, u);
end get;
model ExternalObject
  parameter Real v[:] = {1, 2};
  parameter T t = T(v);
  Real y = get(t, time);
end ExternalObject;

/* instance
model ExternalObject
parameter Real[2] v = {1.0, 2.0};
parameter T t = T.constructor(v);
Real y = get(t, time);
equation
end ExternalObject;
*/
