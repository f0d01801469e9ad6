"""The decisions of a generator: drawn by chance, recorded, and played back to shrink a finding.

A generator decides only through a Draw. The simplest outcome of every decision is 0, so that a record with
parts cut out or set to zero, played back, gives a smaller model whose values the generator knows again:
findings of all kinds are shrunk by one routine (shrink), and what comes out is still a model with an answer.
"""
import random
import time


class Rejected(Exception):
    """What was drawn has no value to compare with: undefined, too large, too close to a tie."""


class Draw:
    def __init__(self, seed=None, record=None):
        self.chance = None if seed is None else random.Random(seed)
        self.record = record
        self.taken = []

    def below(self, n):
        if self.record is None:
            value = self.chance.randrange(n)
        elif len(self.taken) < len(self.record):
            value = min(self.record[len(self.taken)], n - 1)
        else:
            value = 0
        self.taken.append(value)
        return value

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def pick(self, items):
        return items[self.below(len(items))]

    def often(self, percent):
        """True in so many of a hundred cases; the simple outcome is False."""
        return self.below(100) >= 100 - percent

    def shuffled(self, items):
        rest, out = list(items), []
        while rest:
            out.append(rest.pop(self.below(len(rest))))
        return out

    def some(self, items, percent=50):
        return [item for item in items if self.often(percent)]


def shorter(record):
    """Smaller records, boldest first: pieces cut out, pieces set to zero, single decisions lowered."""
    size = len(record)
    while size >= 1:
        for start in range(0, len(record), size):
            yield record[:start] + record[start + size:]
        for start in range(0, len(record), size):
            piece = record[start:start + size]
            if any(piece):
                yield record[:start] + [0] * len(piece) + record[start + size:]
        size //= 2
    for at, value in enumerate(record):
        for lower in {value // 2, value - 1}:
            if 0 < lower < value:
                yield record[:at] + [lower] + record[at + 1:]


def shrink(record, still_wrong, seconds):
    """The smallest record found within the time for which `still_wrong` holds."""
    end = time.monotonic() + seconds
    tried = set()
    improved = True
    while improved:
        improved = False
        for candidate in shorter(record):
            if time.monotonic() > end:
                return record
            key = tuple(candidate)
            if key in tried:
                continue
            tried.add(key)
            if still_wrong(candidate):
                record, improved = candidate, True
                break
    return record
