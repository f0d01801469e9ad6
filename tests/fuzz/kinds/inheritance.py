"""Networks of classes: extends, modifications through several levels, redeclared components and classes, constraining
clauses, short classes, inner and outer (specification, chapters 5 and 7). An elaborator of its own, a page long, merges
the modifications, each in the scope where it was written, and works out every variable."""
import math
from dataclasses import dataclass, field, replace

from case import Case
from draw import Rejected
from language import text, value_of

TIMES = (0.0, 0.5, 1.0)


@dataclass
class Change:
    """What a modification says about one element."""
    value: object = None        # tree
    scope: object = None        # the instance in which the tree is read
    redeclare: object = None    # (class, changes)
    inside: dict = field(default_factory=dict)


@dataclass
class Element:
    kind: str                   # parameter bound equation state component type inner outer
    name: str
    tree: object = None
    of: object = None           # Class, or the name of a local type
    changes: dict = field(default_factory=dict)
    replaceable: bool = False
    constraint: object = None   # changes of `constrainedby Interface(...)`, None without the clause


@dataclass
class Class:
    name: str
    bases: list = field(default_factory=list)      # (Class, changes)
    elements: list = field(default_factory=list)
    short: bool = False

    def all(self):
        """Its elements with those of the bases; what a base redeclares is no longer replaceable (7.3)."""
        for base, changes in self.bases:
            for e in base.all():
                change = changes.get(e.name)
                yield replace(e, replaceable=False, of=change.redeclare[0]) if change and change.redeclare else e
        yield from self.elements

    def derives_from(self, other):
        return self is other or any(base.derives_from(other) for base, _ in self.bases)


INTERFACE = Class('Interface', [], [Element('parameter', 'p', ('constant', 1.0)), Element('parameter', 'q', ('constant', 2.0)),
                                    Element('open', 'y'), Element('open', 'z')])


# ---- The elaborator -----------------------------------------------------------------------

class Instance:
    def __init__(self, parent=None):
        self.parent = parent
        self.values, self.parts, self.types = {}, {}, {}
        self.states, self.inner, self.outer = {}, {}, set()


def scoped(changes, scope):
    """Changes with the instance in which their expressions are read."""
    out = {}
    for name, c in changes.items():
        redeclare = c.redeclare and (c.redeclare[0], scoped(c.redeclare[1], scope))
        out[name] = Change(c.value, scope if c.value is not None else None, redeclare, scoped(c.inside, scope))
    return out


def merged(strong, weak):
    """Outer modifications override inner ones, element by element (7.2.4)."""
    out = dict(weak)
    for name, s in strong.items():
        w = weak.get(name, Change())
        value, scope = (s.value, s.scope) if s.value is not None else (w.value, w.scope)
        if s.redeclare and w.redeclare:
            raise Rejected  # what is redeclared without `replaceable` stays as it is
        out[name] = Change(value, scope, s.redeclare or w.redeclare, merged(s.inside, w.inside))
    return out


def collect(cls, changes, instance):
    for base, own in cls.bases:
        yield from collect(base, merged(changes, scoped(own, instance)), instance)
    for element in cls.elements:
        yield element, changes.get(element.name, Change())


def type_of(element, change, instance):
    """The class of a component or local type, and the changes that come with it (7.3.2)."""
    limits = scoped(element.constraint or {}, instance)
    if change.redeclare:
        cls, own = change.redeclare
        kept = limits if element.constraint is not None else scoped(element.changes, instance)
        return cls, merged(own, kept)
    cls, own = element.of, scoped(element.changes, instance)
    if isinstance(cls, str):
        cls, of_type = instance.types[cls]
        return cls, merged(own, of_type)
    return cls, merged(own, limits)


def instantiate(cls, changes, parent):
    instance = Instance(parent)
    pairs = list(collect(cls, changes, instance))
    for element, change in pairs:
        if element.kind == 'type':
            of, own = type_of(element, change, instance)
            instance.types[element.name] = (of, merged(change.inside, own))
    for element, change in pairs:
        name = element.name
        if element.kind == 'component':
            of, own = type_of(element, change, instance)
            instance.parts[name] = instantiate(of, merged(change.inside, own), instance)
        elif element.kind == 'outer':
            instance.outer.add(name)
        elif element.kind == 'state':
            instance.states[name] = element.tree
        elif element.kind in ('parameter', 'bound', 'equation', 'inner'):
            value = (change.value, change.scope) if change.value is not None else (element.tree, instance)
            (instance.inner if element.kind == 'inner' else instance.values)[name] = value
    return instance


class Reader:
    """Names of one instance at one time, as value_of reads them."""
    def __init__(self, instance, time):
        self.instance, self.time = instance, time

    def __getitem__(self, path):
        instance, time = self.instance, self.time
        *parts, name = path.split('.')
        if path == 'time':
            return time
        for part in parts:
            instance = instance.parts[part]
        if name in instance.outer:
            instance = instance.parent
            while name not in instance.inner:
                instance = instance.parent
        if name in instance.states:
            rate, goal, start = [value_of(tree, Reader(instance, time)) for tree in instance.states[name]]
            return goal + (start - goal) * math.exp(-rate * time)
        tree, scope = instance.inner[name] if name in instance.inner else instance.values[name]
        return float(value_of(tree, Reader(scope, time)))


def values_of(instance, prefix, want):
    for name in list(instance.values) + list(instance.states) + list(instance.inner):
        want[prefix + name] = {t: Reader(instance, t)[name] for t in TIMES}
    for name, part in instance.parts.items():
        values_of(part, prefix + name + '.', want)


# ---- How it is written --------------------------------------------------------------------

def changes_text(changes):
    if not changes:
        return ''
    return '(%s)' % ', '.join(change_text(name, c) for name, c in changes.items())


def change_text(name, c):
    if c.redeclare:
        cls, own = c.redeclare
        if name[0] == 'T':
            return 'redeclare model %s = %s%s' % (name, cls.name, changes_text(own))
        return 'redeclare %s %s%s' % (cls.name, name, changes_text(own))
    return name + changes_text(c.inside) + (' = ' + text(c.value) if c.value is not None else '')


def element_text(e):
    limits = '' if e.constraint is None else ' constrainedby Interface%s' % changes_text(e.constraint)
    replaceable = 'replaceable ' if e.replaceable else ''
    of = e.of if isinstance(e.of, str) or e.of is None else e.of.name
    return {'parameter': lambda: 'parameter Real %s = %s' % (e.name, text(e.tree)),
            'bound': lambda: 'Real %s = %s' % (e.name, text(e.tree)),
            'inner': lambda: 'inner parameter Real %s = %s' % (e.name, text(e.tree)),
            'outer': lambda: 'outer parameter Real %s' % e.name,
            'open': lambda: 'Real %s' % e.name, 'equation': lambda: 'Real %s' % e.name,
            'state': lambda: 'Real %s(start = %s, fixed = true)' % (e.name, e.tree and text(e.tree[2])),
            'component': lambda: '%s%s %s%s%s' % (replaceable, of, e.name, changes_text(e.changes), limits),
            'type': lambda: '%smodel %s = %s%s%s' % (replaceable, e.name, of, changes_text(e.changes), limits)}[e.kind]() + ';'


def class_text(c):
    if c.short:
        base, changes = c.bases[0]
        return 'model %s = %s%s;' % (c.name, base.name, changes_text(changes))
    partial = 'partial ' if c is INTERFACE else ''
    lines = ['%smodel %s' % (partial, c.name)]
    lines += ['  extends %s%s;' % (base.name, changes_text(changes)) for base, changes in c.bases]
    lines += ['  ' + element_text(e) for e in c.elements if e.name not in ('y', 'z') or c is INTERFACE]
    equations = ['  %s = %s;' % (e.name, text(e.tree)) for e in c.elements if e.kind == 'equation']
    equations += ['  der(%s) = %s*(%s - %s);' % (e.name, text(e.tree[0]), text(e.tree[1]), e.name) for e in c.elements if e.kind == 'state']
    return '\n'.join(lines + (['equation'] if equations else []) + equations + ['end %s;' % c.name])


# ---- Drawing ------------------------------------------------------------------------------

class Architect:
    def __init__(self, draw):
        self.draw, self.classes, self.fresh = draw, [], 0

    def name(self, prefix):
        self.fresh += 1
        return '%s%d' % (prefix, self.fresh)

    def readable(self, cls, fixed, depth=2):
        """Paths of numbers inside a class; `fixed`: those that may stand in a parameter. A replaceable part shows its interface."""
        for e in cls.all():
            if e.kind in ('parameter', 'inner') or e.kind == 'outer' or not fixed and e.kind in ('bound', 'open', 'equation', 'state'):
                yield e.name
            elif e.kind == 'component' and depth:
                of = INTERFACE if e.replaceable or isinstance(e.of, str) else e.of
                for path in self.readable(of, fixed, depth - 1):
                    if path != 'g':
                        yield e.name + '.' + path

    def tree(self, cls, fixed, depth=1, names=None):
        d = self.draw
        names = list(self.readable(cls, fixed)) if names is None else names
        if not fixed:
            names = names + ['time']
        if depth <= 0 or d.often(20):
            if names and d.often(70):
                return ('name', d.pick(names))
            return ('constant', d.pick([1.0, 2.0, -0.5, 3.0, 0.25]))
        a, b = self.tree(cls, fixed, depth - 1, names[:-1] if not fixed else names), self.tree(cls, fixed, depth - 1, names[:-1] if not fixed else names)
        return ('operator', d.pick(['+', '-', '*']), a, b)

    def changes(self, cls, scope, depth=2):
        """Modifications of a component of class `cls`, written in the class `scope` (None: constants only)."""
        d, out = self.draw, {}
        for e in dict((e.name, e) for e in cls.all()).values():
            if not d.often(55 if e.replaceable else 25):
                continue
            if e.kind in ('parameter', 'bound'):
                names = None if scope else []
                out[e.name] = Change(self.tree(scope or INTERFACE, e.kind == 'parameter' or not scope, 1, names))
            elif e.kind == 'component' and depth:
                out.update(self.change_of_part(e, scope, depth))
            elif e.kind == 'type' and depth and e.replaceable:
                to = self.replacement(e)
                out[e.name] = Change(redeclare=(to, self.changes(to, scope, depth - 1)))
        return {name: c for name, c in out.items() if c.value is not None or c.redeclare or c.inside}

    def change_of_part(self, e, scope, depth):
        if e.replaceable and self.draw.often(60):
            to = self.replacement(e)
            return {e.name: Change(redeclare=(to, self.changes(to, scope, depth - 1)))}
        of = INTERFACE if e.replaceable or isinstance(e.of, str) else e.of
        return {e.name: Change(inside=self.changes(of, scope, depth - 1))}

    def replacement(self, e):
        """A class that may stand for a replaceable element: the interface is enough where the clause says so."""
        fitting = [c for c in self.classes if e.constraint is not None or c.derives_from(e.of)]
        return self.draw.pick(fitting)

    def outline(self):
        """A class with its own y and z, or one that extends another, or a short one."""
        d, cls = self.draw, Class(self.name('C'))
        if self.classes and d.often(50):
            base = d.pick(self.classes)
            cls.short = d.often(25)
            cls.bases = [(base, {})]
            cls.bases = [(base, self.changes(base, None if cls.short else base))]
            if cls.short:
                return cls
        else:
            cls.bases = [(INTERFACE, {})]
            cls.bases = [(INTERFACE, self.changes(INTERFACE, None))]
        return cls

    def add_class(self):
        d, cls = self.draw, self.outline()
        if not cls.short:
            known = {e.name for e in cls.all()}
            for _ in range(d.below(3)):
                self.add_element(cls)
            if 'g' not in known and d.often(25):
                cls.elements.append(Element('outer', 'g'))
            if cls.bases[0][0] is INTERFACE:
                for name in 'yz':
                    tree = self.tree(cls, False, 2, [n for n in self.readable(cls, False) if n not in ('y', 'z')])
                    cls.elements.append(Element('equation', name, tree))
            if d.often(30):
                goal = self.tree(cls, True, 1)
                cls.elements.append(Element('state', self.name('x'), (('constant', d.pick([1.0, 0.5, 2.0])), goal, ('constant', 1.5))))
        self.classes.append(cls)

    def add_element(self, cls):
        d = self.draw
        kind = d.pick(['parameter', 'component', 'component', 'bound', 'type'])
        if kind in ('component', 'type') and not self.classes:
            kind = 'parameter'
        if kind == 'parameter':
            cls.elements.append(Element('parameter', self.name('p'), self.tree(cls, True)))
        elif kind == 'bound':
            cls.elements.append(Element('bound', self.name('b'), self.tree(cls, False, 1, [n for n in self.readable(cls, False) if n not in 'yz'])))
        else:
            of = d.pick(self.classes)
            replaceable = kind == 'type' or d.often(50)
            constraint = self.changes(INTERFACE, cls) if replaceable and d.often(60) else None
            element = Element(kind, self.name('c' if kind == 'component' else 'T'), None, of, {}, replaceable, constraint)
            element.changes = self.changes(of, cls)
            cls.elements.append(element)
            if kind == 'type':
                part = Element('component', self.name('c'), None, element.name)
                part.changes = self.changes(INTERFACE, cls)
                cls.elements.append(part)

    def model(self):
        for _ in range(self.draw.between(1, 6)):
            self.add_class()
        top = Class('M', [], [Element('inner', 'g', ('constant', 1.5)), Element('parameter', 'p', ('constant', 0.5))])
        for _ in range(self.draw.between(1, 2)):
            of = self.draw.pick(self.classes[::-1])
            top.elements.append(Element('component', self.name('c'), None, of, self.changes(of, top)))
        if self.draw.often(50):
            top.elements.append(Element('bound', 'total', self.tree(top, False, 2)))
        return top


def size_of(instance):
    return 1 + sum(size_of(part) for part in instance.parts.values())


def generate(draw):
    architect = Architect(draw)
    top = architect.model()
    for cls in architect.classes:  # those that nobody uses must be legal, too
        instantiate(cls, {}, None)
    instance = instantiate(top, {}, None)
    if size_of(instance) > 60:
        raise Rejected
    want = {}
    try:
        values_of(instance, '', want)
    except RecursionError:  # a modification made a circle
        raise Rejected from None
    source = '\n'.join(class_text(c) for c in [INTERFACE] + architect.classes + [top]) + '\n'
    return Case(source, want, options=['--tolerance', '1e-10'], tolerance=1e-6, variants=('engines', 'structure', 'flat'))
