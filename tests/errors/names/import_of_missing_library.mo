model M
  import Nowhere.Units.SI;  // error[E0215]: the import leads to nothing: there is no 'Nowhere'
  SI.Voltage v = 1;
end M;
