package Springs "The version before the renaming"
  model Coil
    parameter Real c = 1;
  end Coil;
  annotation (version = "1.0.0");
end Springs;
