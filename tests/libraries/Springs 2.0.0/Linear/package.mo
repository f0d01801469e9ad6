within Springs;
package Linear
  model Base
  end Base;
end Linear;
