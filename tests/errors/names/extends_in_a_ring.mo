package P
  model A
    extends B;
  end A;
  model B
    extends A;  // error[E0205]@13: 'B' inherits from itself
  end B;
end P;
model M
  extends P.A;
end M;
