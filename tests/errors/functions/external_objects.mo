// 12.9.7: a class that extends ExternalObject has the functions constructor and destructor and
// nothing else; nobody calls them by name, inherits from the class, or returns such an object.
class Good
  extends ExternalObject;
  function constructor
    input Real x;
    output Good object;
    external "C" object = open_it(x);
  end constructor;
  function destructor
    input Good object;
    external "C" close_it(object);
  end destructor;
end Good;

class Leaking // error[E0201]@7: the external object 'Leaking' has no function 'destructor'
  extends ExternalObject;
  Real level; // error[E0229]@8: the class 'Leaking' cannot contain anything but the functions
  replaceable function constructor // error[E0227]@24: the constructor of an external object cannot be replaceable
    input Real x;
    output Leaking object;
    external "C" object = open_it(x);
  end constructor;
end Leaking;

class Wrong
  extends ExternalObject;
  function constructor // error[E0229]@12: the constructor of an external object has exactly one output
    input Real x;
    output Wrong object;
    output Real y;
    external "C" object = open_it(x, y);
  end constructor;
  function destructor // error[E0229]@12: the destructor of an external object has exactly one input
    input Wrong object;
    input Real x;
    external "C" close_it(object, x);
  end destructor;
end Wrong;

class Heir
  extends Good; // error[E0212]@11: 'Heir' cannot inherit from the external object 'Good'
end Heir;

function passed
  input Good given;
  output Good taken; // error[E0229]@15: the function 'passed' cannot return 'taken'
algorithm
  taken := given;
end passed;

model ExternalObjects
  Good a = Good(1);
  Good b; // error[E0239]@8: the external object 'b' is never constructed
  Good c = Good.constructor(1); // error[E0309]@12: the constructor of the external object 'Good' cannot be called
  Good d = passed(a);
  Leaking e = Leaking(1);
  Wrong g = Wrong(1);
  Heir h = Heir(1);
equation
  Good.destructor(a); // error[E0309]@3: the destructor of the external object 'Good' cannot be called
end ExternalObjects;
