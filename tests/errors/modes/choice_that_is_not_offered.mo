// A value chooses among the redeclarations of the annotation, and nothing else.
model ChoiceThatIsNotOffered
  model A
    Real x = 1;
  end A;
  model B
    Real x = 2;
  end B;
  parameter Integer n = 3;
  parameter Real r = 1;
  replaceable A a annotation(choices(choice(redeclare A a), choice(redeclare B a)), __Tarn(choice = n)); // error[E0246]@101: choice 3 of 'a' is asked for, but its annotation 'choices' has 2 redeclarations
  replaceable A b annotation(choices(choice(redeclare A b)), __Tarn(choice = r)); // error[E0246]: a choice is made by a Boolean, an Integer or the value of an enumeration
  replaceable A c annotation(choices(choice(redeclare B b)), __Tarn(choice = false)); // error[E0246]: this choice redeclares 'b', not 'c'
  replaceable A d annotation(__Tarn(choice = true)); // error[E0246]: choice 2 of 'd' is asked for, but its annotation 'choices' has 0 redeclarations
end ChoiceThatIsNotOffered;
