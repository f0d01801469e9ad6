// The ends of a range of subscripts are looked at before it is written out.
model SubscriptRangeTooLong
  model Cell
    Real x = time;
  end Cell;
  Cell c[3];
  Real s = sum(c[1:100000000].x); // error[E0307]: subscript 100000000 is outside 1:3
end SubscriptRangeTooLong;
