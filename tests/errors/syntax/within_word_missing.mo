A.B;  // error[E0103]@1: 'within' is missing before the name
model M
end M;
