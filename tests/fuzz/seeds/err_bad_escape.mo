model M
  parameter String path = "C:\data";
end M;
