// A package may not declare a class that it inherits (7.1). Where the inherited one cannot be redeclared
// there is one reading: the base package means its own, whoever asks the package means that of the package.
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
    record Pump  // warning[E0221]@12: 'Parts' has two different declarations of 'Pump', its own and an inherited one
      Real head = 2;
    end Pump;
  end Parts;
  package Late
    record Pump  // warning[E0221]: 'Late' has two different declarations of 'Pump', its own and an inherited one
      Real head = 3;
    end Pump;
    extends Pictures;
  end Late;
  model M
    Parts.Pump pump;
    Parts.Shelf shelf;
    Late.Pump late;
    Real x = pump.head + shelf.pump.picture + late.head;
  end M;
end P;
