package P
  constant Real c = 1;
end P;
model M
  P p;  // error[E0223]@5: 'P' is a package: it cannot be the class of the component 'p'
end M;
