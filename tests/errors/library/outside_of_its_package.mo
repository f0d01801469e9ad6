within Nowhere.Inside;  // error[E0117]@8: the package that this file is within is not found
model M
end M;
