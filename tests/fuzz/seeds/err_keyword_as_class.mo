model connector
end connector;
