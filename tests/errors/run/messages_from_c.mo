// What C code has to say goes to the user (12.9.6): the run goes on.
// simulate: --stop-time 1 --intervals 1
model MessagesFromC
  function tell
    input Real x;
    output Real y;
    external "C" y = tell(x) annotation(Include = "#include \"ModelicaUtilities.h\"
static double tell(double x) { if (x > 0.5) ModelicaFormatWarning(\"%g is large\", x); return x; }");
  end tell;
  discrete Real y(start = 0);
equation
  when time > 0.75 then
    y = tell(time);
  end when;
end MessagesFromC;
// warning[E0708]@0: 0.75 is large
