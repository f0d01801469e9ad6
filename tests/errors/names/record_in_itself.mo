// A record that contains itself, under a modifier that makes it another class every time.
record Chain // error[E0240]: classes or sizes depend on each other in a chain
  Chain next(x = 1); // error[E0206]: the component 'next' contains itself
  Real x;
end Chain;
record Longer = Chain(x = 2);
model RecordInItself
  Longer c = other; // error[E0200]: 'other' is not declared
end RecordInItself;
