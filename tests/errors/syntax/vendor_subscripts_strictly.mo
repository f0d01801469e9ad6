// check: --strict
model M
  Real x = time;
  annotation (__tool_view[0](x = 1)); // error[E0101]@26: '__tool_view' with subscripts: an argument of an annotation has none (A.2.5)
end M;
