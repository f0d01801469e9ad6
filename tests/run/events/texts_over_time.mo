// Texts that change at events (specification 4.8.3: a String is discrete), and their left limits.
// reference: three samples until the end; the text grows by one mark at each
// expect: k(1) = 3
// expect: marks(1) = 4
// expect: marks(0.5) = 2
model TextsOverTime
  Integer k(start = 0, fixed = true);
  String grown(start = "-", fixed = true);
  Integer marks;
  function length
    input String text;
    output Integer n;
  external "C" n = marks_of(text)
    annotation(Include="#include <string.h>
static int marks_of(const char *text) { return (int)strlen(text); }");
  end length;
equation
  when sample(0.3, 0.3) then
    k = pre(k) + 1;
    grown = pre(grown) + "+";
  end when;
  marks = length(grown);
  annotation(experiment(StopTime = 1));
end TextsOverTime;
