// Truth in another language.
model CapitalTrue
  Boolean a = True;  // error[E0200]: 'True' is not declared
  Boolean b = FALSE;  // error[E0200]: 'FALSE' is not declared
end CapitalTrue;
