// Comments that are passed while the parser looks ahead belong to nobody else: nine of them move the list that they are in.
/* two */ // three
// four
/* five */ // six
/* seven */ Mistake /* eight */ // error[E0103]: 'model', 'package' or another class word is missing before 'Mistake'
  // nine
  /* ten */ Real x;
end Mistake;
