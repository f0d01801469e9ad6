// 5.4: an outer class stands for the inner one; what is redeclared about it would be ignored.
package OuterClassRedeclared
  model B
    Real x = 1;
  end B;
  model C
    Real x = 2;
  end C;
  model S
    outer replaceable model T = B;
    T t;
  end S;
  model Heir
    extends S;
    redeclare model T = C; // error[E0220]@21: 'T' is outer and cannot be redeclared: redeclare the inner class it stands for
  end Heir;
  model All
    inner model T = B;
    S good;
    S redeclared(redeclare model T = C); // error[E0220]@34: 'T' is outer and cannot be redeclared
    S modified(T(x = 3)); // error[E0220]: 'T' is outer and cannot be modified: modify the inner class it stands for
    Heir heir;
  end All;
end OuterClassRedeclared;
