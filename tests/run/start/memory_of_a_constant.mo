// fixed = true of a discrete variable says what pre() of it is at the start [MLS 8.6], also where
// the variable equals a constant, or another with a start of its own: each has its own memory.
// Reference: the starts as they are written.
// expect: c.p = 0 +- 0
// expect: d.p = 2 +- 0
// expect: e.p = 3 +- 0
// expect: f.p = 5 +- 0
// expect: g.p = 6 +- 0
// expect: h.p = 1 +- 0
// expect: c.now = 0 +- 0
// expect: g.now = 0 +- 0
package MemoryOfAConstant
  block Change
    parameter Integer before = 0;
    input Integer u(final fixed = true, final start = before);
    Integer p;
    Boolean now = change(u);
  equation
    when initial() then
      p = pre(u);
    end when;
  end Change;
  block Edge
    input Boolean u(start = true, fixed = true);
    Boolean p;
    Boolean now = edge(u);
  equation
    when initial() then
      p = pre(u);
    end when;
  end Edge;
  model T
    Change c, d(before = 2), e(before = 3), f(before = 5), g(before = 6);
    Edge h;
    parameter Integer k = 2;
    Integer y = k, step = if time < 0.5 then 6 else 7;
    Boolean off = k > 3;
  equation
    c.u = y;
    d.u = y;
    e.u = y;
    f.u = step;
    g.u = step;
    h.u = off;
  end T;
end MemoryOfAConstant;
