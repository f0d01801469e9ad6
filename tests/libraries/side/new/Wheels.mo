package Wheels
  constant Real teeth = 20;
  annotation (version = "2.1.0", conversion(noneFromVersion = "2.0.0"));
end Wheels;
