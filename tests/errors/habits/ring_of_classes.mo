// Two classes that inherit from each other.
model RingOfClasses
  model A
    extends B;
  end A;
  model B
    extends A;  // error[E0205]: 'B' inherits from itself
  end B;
  A a;
end RingOfClasses;
