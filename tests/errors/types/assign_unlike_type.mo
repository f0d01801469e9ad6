model AssignUnlikeType
  Integer n;
algorithm
  n := 2.5*time;  // error[E0301]: the right side must be of type 'Integer', but '2.5*time' is of type 'Real'
end AssignUnlikeType;
