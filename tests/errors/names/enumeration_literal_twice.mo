type Colour = enumeration(red, green, red);  // error[E0204]: the literal 'red' appears twice in 'Colour'
model M
  Colour c = Colour.green;
end M;
