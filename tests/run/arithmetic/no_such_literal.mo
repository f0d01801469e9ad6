// The third literal of two. reference: specification section 4.9.5.2, E(i) asks for 1 <= i <= n
// expect: status = 3
// expect: error at time 0.6666666
// expect: error there is no literal number 3
// expect: number(0.5) = 2
model NoSuchLiteral
  type Side = enumeration(left, right);
  Side side = Side(integer(3*time) + 1);
  Integer number = Integer(side);
end NoSuchLiteral;
