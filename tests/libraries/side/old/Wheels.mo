package Wheels
  constant Real teeth = 10;
  annotation (version = "1.0.0");
end Wheels;
