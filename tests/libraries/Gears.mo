package Gears
  model Pair
    Springs.Coil coil;
  end Pair;
  annotation (uses(Springs(version = "1.0.0")));
end Gears;
