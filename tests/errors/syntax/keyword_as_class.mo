model connector  // error[E0108]@7: 'connector' is a word of the language and cannot be a name
end connector;
