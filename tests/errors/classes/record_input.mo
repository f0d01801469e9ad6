model M
  record R
    input Real x = 1;  // error[E0227]: the record 'R' cannot contain elements with the prefixes input, output, flow or stream
  end R;
  R r;
end M;
