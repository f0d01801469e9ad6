// edge(b) is b and not pre(b), change(b) is b <> pre(b) (3.7.5).
// line: e = b and not pre(b) (discrete)
// line: c = b <> pre(b) (discrete)
// count: 1 pre pre(b)
model Edges
  Boolean b(start = false, fixed = true), e, c;
equation
  b = time > 1;
  e = edge(b);
  c = change(b);
end Edges;
