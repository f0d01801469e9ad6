model A
end A;
within P;  // error[E0116]@1: 'within' stands at the beginning of a file
model B
end B;
