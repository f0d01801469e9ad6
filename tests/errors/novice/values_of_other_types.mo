model ValuesOfOtherTypes
  parameter Real R = "100";  // error[E0301]: 'R' is of type 'Real', but its value is of type 'String'
  parameter Boolean open = 1;  // error[E0301]: 'open' is of type 'Boolean', but its value is of type 'Integer'
  parameter Real valve = true;  // error[E0301]: 'valve' is of type 'Real', but its value is of type 'Boolean'
  parameter String name = 3;  // error[E0301]: 'name' is of type 'String', but its value is of type 'Integer'
  Boolean heater = time < 1;
  Real v[3] = {1, 2, 3};
  Real power = 20*heater;  // error[E0303]: '*' is not defined for the types 'Integer' and 'Boolean': '*' needs numbers; a Boolean becomes one by 'if .. then 1 else 0'
  Real share = heater/2;  // error[E0303]: '/' is not defined for the types 'Boolean' and 'Integer': '/' needs numbers; a Boolean becomes one
  Real w[3] = v + 1;  // error[E0302]: '+' is not defined for the types 'Real[3]' and 'Integer': one is an array and one is not; element by element it is '.+'
  Real u[3] = 1 - v;  // error[E0302]: '-' is not defined for the types 'Integer' and 'Real[3]': one is an array and one is not; element by element it is '.-'
end ValuesOfOtherTypes;
