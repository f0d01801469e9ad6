package Numbers
  constant Real pi = 3.14;
  package Units
    type Length = Real;
  end Units;
end Numbers;
model ImportNear
  import Numbers.pii;  // error[E0215]: the import leads to nothing: there is no 'pii'
  import Numbers.Unit.Length;  // error[E0215]: the import leads to nothing: there is no 'Unit'
  Real y = pii;
  Length x = 1;
end ImportNear;
