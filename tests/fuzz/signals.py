"""Functions of time in closed form, with their derivatives, as numbers and as Modelica."""
import math
from dataclasses import dataclass


@dataclass
class Signal:
    """a + b*shape(time): the shapes are closed under differentiation."""
    a: float
    b: float
    shape: str
    w: float

    def at(self, t, order=0):
        a, b, w = self.a if order == 0 else 0.0, self.b, self.w
        if self.shape == 'line':
            return a + b * (t if order == 0 else 1.0 if order == 1 else 0.0)
        if self.shape == 'decay':
            return a + b * (-w) ** order * math.exp(-w * t)
        return a + b * w ** order * math.sin(w * t + order * math.pi / 2)

    def text(self, order=0):
        a, b, w = repr(self.a) if order == 0 else '0', self.b, self.w
        if self.shape == 'line':
            return '(%s + (%r)*time)' % (a, b) if order == 0 else '(%r)' % (b if order == 1 else 0.0)
        if self.shape == 'decay':
            return '(%s + (%r)*exp(-%r*time))' % (a, b * (-w) ** order, w)
        return '(%s + (%r)*%s(%r*time))' % (a, b * w ** order * (1 if order % 4 < 2 else -1), 'cos' if order % 2 else 'sin', w)


def drawn(draw):
    """Between 0.4 and 2.6 on [0, 1], and smooth."""
    return Signal(draw.pick([1.5, 1.25, 1.75]), draw.pick([0.5, -0.5, 0.25, -0.75]), draw.pick(['line', 'wave', 'decay']), draw.pick([1.0, 2.0, 0.5, 3.0]))
