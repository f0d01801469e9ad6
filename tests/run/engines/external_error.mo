// ModelicaError in a C function ends the run with its text.
//
// expect: status = 3
// expect: error no consistent start values
model ExternalError
  function refuse
    input Real x;
    output Real y;
    external "C" y = test_refuse(x) annotation(Include = "
extern void ModelicaFormatError(const char *format, ...);
double test_refuse(double x) { if (x < 5) ModelicaFormatError(\"%g is too small\", x); return x; }");
  end refuse;
  Real y = refuse(time);
end ExternalError;
