// An Integer is no value of an enumeration (4.9.5). The number of a literal can be meant in one way only.
model M
  type Level = enumeration(low, high);
  model Part
    parameter Level level = Level.low;
    Real x = if level == Level.high then time else 0;
  end Part;
  Part a(level = 2);  // warning[E0301]@18: 'level' is of type 'M.Level', but its value is of type 'Integer'
  Part b(level = 3);  // error[E0301]@18: 'level' is of type 'M.Level', but its value is of type 'Integer'
end M;
