// 14.3: operators are encapsulated. Without the word they mean the same where they are found.
model OperatorNotEncapsulated
  operator record Money
    Real cents;
    operator 'constructor' // warning[E0241]@14: the operator 'constructor' must be encapsulated
      function fromReal
        input Real x;
        output Money m(cents = x);
      end fromReal;
    end 'constructor';
    operator function '-' // warning[E0241]@23: the operator '-' must be encapsulated
      input Money a;
      output Money b = Money(-a.cents);
    end '-';
  end Money;
  Money m = -Money(time);
end OperatorNotEncapsulated;
