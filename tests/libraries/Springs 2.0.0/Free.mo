within Springs;
model Free
end Free;
