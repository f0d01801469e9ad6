// Each element has one of two outputs, by its own condition: what the first element lacks others have,
// and a connection to it is removed for that one alone (4.4.5). u = (1, 20, 30).
// expect: whole.total(0) = 51 +- 1e-12
// expect: whole.user.u[1](0) = 1 +- 1e-12
// expect: whole.user.u[2](0) = 20 +- 1e-12
// expect: whole.user.u[3](0) = 30 +- 1e-12
package Parts
  type Kind = enumeration(small, large);
  connector In = input Real;
  connector Out = output Real;

  model Maker
    parameter Kind kind;
    parameter Integer number;
    Out y if kind == Kind.small;
    Out z if kind == Kind.large;
  protected
    Out y_inside = number, z_inside = 10*number;
  equation
    connect(y_inside, y);
    connect(z_inside, z);
  end Maker;

  model User
    parameter Integer n;
    In u[n];
  end User;

  model Whole
    parameter Integer n = 3;
    parameter Kind kinds[n] = {Kind.small, Kind.large, Kind.large};
    Maker maker[n](kind = kinds, number = 1:n);
    User user(n = n);
    Real total = sum(user.u);
  equation
    for i in 1:n loop
      connect(user.u[i], maker[i].y);
      connect(user.u[i], maker[i].z);
    end for;
  end Whole;
end Parts;

model ConnectorsOfSomeElements
  Parts.Whole whole;
end ConnectorsOfSomeElements;
