model M
  Real x = time;
  annotation (__tool_view[0](x = 1, blocks[0](text = "a")), __tool_view[1](x = {2, 3}));
end M;
