// An argument of annotations that belongs to one program may have what that program writes.
model M
  Real x = time;
  annotation (__tool_view[0](x = 1), // warning[E0101]: '__tool_view' with subscripts: an argument of an annotation has none (A.2.5)
    __tool_view[1](x = 2, blocks[0](text = "a")));
end M;
