model M
  type Gear = enumeration(park, drive, park);  // error[E0204]: the literal 'park' appears twice in 'Gear'
  Gear g = Gear.drive;
end M;
