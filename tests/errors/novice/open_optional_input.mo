// An input that the block passes on inside is open all the same.
package OpenOptionalInput
  connector In = input Real;
  block Integrator
    parameter Boolean has_offset = false;
    In u;
    In offset if has_offset;
    Real x(start = 0, fixed = true);
  protected
    In own;
  equation
    connect(offset, own);
    if not has_offset then
      own = 0;
    end if;
    der(x) = u + own;
  end Integrator;
  model Use
    Integrator i(u = time, has_offset = true);  // error[E0502]: nothing is connected to the input 'i.offset'
  end Use;
end OpenOptionalInput;
