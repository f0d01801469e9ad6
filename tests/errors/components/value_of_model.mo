// 4.6: only components of types, records and connectors made of those are values.
model ValueOfModel
  model Tank
    Real level = 1;
  end Tank;
  model Plant
    Tank tank;
  end Plant;
  Tank a;
  Tank b = a; // error[E0310]@12: 'b' cannot be given a value: it is a component of the model 'ValueOfModel.Tank'
  Plant p(tank = a); // error[E0310]@18: 'tank' cannot be given a value
end ValueOfModel;
