// A tiny function is written out in the equations, but not again inside itself: one that calls
// itself twice would be written out 2^depth times. fib(11) = 89, fib(10) = 55; the functions of a
// ring count each other's steps.
// expect: f = 89
// expect: f(0.5) = 55
// expect: e = 1
model CallsItselfTwice
  function fib
    input Integer n;
    output Integer f;
  algorithm
    f := if n < 2 then n else fib(n - 1) + fib(n - 2);
  end fib;
  function even
    input Integer n;
    output Integer e;
  algorithm
    e := if n == 0 then 1 else odd(n - 1)*odd(n - 1);
  end even;
  function odd
    input Integer n;
    output Integer o;
  algorithm
    o := if n == 0 then 0 else even(n - 1) + 0*even(n - 1);
  end odd;
  Integer f = fib(integer(10 + time));
  Integer e = even(integer(8 + 2*time));
end CallsItselfTwice;
