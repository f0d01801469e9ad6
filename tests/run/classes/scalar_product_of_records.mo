// '*' of an operator record may give a number: products of vectors of such records are sums of numbers.
// reference: specification section 14.5, sum of the products of the elements; 1*3 + 2*4 = 11
// expect: product = 11
operator record Mass
  Real kg;
  encapsulated operator function '*'
    import Mass;
    input Mass a;
    input Mass b;
    output Real y;
  algorithm
    y := a.kg*b.kg;
  end '*';
end Mass;

model ScalarProductOfRecords
  Mass a[2] = {Mass(1), Mass(2)};
  Mass b[2] = {Mass(3), Mass(4)};
  Real product = a*b;
end ScalarProductOfRecords;
