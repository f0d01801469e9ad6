model M
  annotation (version = "1");
  annotation (version = "2");
end M;
