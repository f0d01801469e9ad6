model Hen
  Egg egg;  // error[E0206]@7: the component 'egg' contains itself: its class 'Egg' has a component of that class
end Hen;
model Egg
  Hen hen;
end Egg;
model M
  Hen hen;
end M;
