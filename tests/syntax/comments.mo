// first
/* second */ within ; // third
model /* a */ M /* b */ "text" // c
  // d


  Real x( // e
    start = 1, // f
    /* g */ fixed = true) /* h */ = 1 // i
    ; // j
  /* k
     l */
equation // m
  if /* n */ a then // o
    x = 1; // p   
    // q

  else // r
  end /* s */ if; // t
  // u
end /* v */ M /* w */ ; // x
// y
