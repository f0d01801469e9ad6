within ;
package Springs "Two folders deep, with a conversion from version 1"
  constant Real g = 9.81;
  model Rigid
  end Rigid;
  annotation (
    version = "2.0.0",
    conversion(
      noneFromVersion = "2.0.0-beta",
      from(version = "1.0.0", to = "2.0.0", script = "modelica://Springs/Resources/from_1.mos"),
      from(
        version = "0.9",
        to = "1.0.0",
        change(convertClass("Springs.Wire", "Springs.Coil"), convertElement({"Springs.Rigid"}, "l", "length")))));
end Springs;
