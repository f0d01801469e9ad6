// Two classes of one name, one of a package and one that it inherits: which is meant where (7.1).
package P
  package Pictures
    record Pump
      Real picture = 1;
    end Pump;
    record Shelf
      Pump pump;
    end Shelf;
  end Pictures;
  package Parts
    extends Pictures;
    record Pump
      Real head = 20;
    end Pump;
  end Parts;
  package Late
    record Pump
      Real head = 300;
    end Pump;
    extends Pictures;
  end Late;
  model M
    Parts.Pump pump;
    Parts.Shelf shelf;
    Late.Pump late;
    Real x = pump.head + shelf.pump.picture + late.head;
    // expect: x(1.0) = 321 +- 0
  end M;
end P;
