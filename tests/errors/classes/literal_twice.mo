model M
  type Gear = enumeration(park, drive, park);  // error[E0239]: the enumeration 'Gear' has two literals 'park'
  Gear g = Gear.drive;
end M;
