// when c then v = e: e at the instant at which c becomes true, else pre(v) (8.3.5, Appendix B): edge(c) is c and not pre(c).
// The later branch counts only where no earlier one is active.
// count: 2 guard
// count: 2 and not pre(
// count in equations: 1 n = if $when
// line: n = pre(n) (discrete) (initial)
// line: pre(n) = 0 (discrete) (initial)
model WhenClauses
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    n = pre(n) + 1;
  elsewhen time > 2 then
    n = pre(n) + 10;
  end when;
end WhenClauses;
