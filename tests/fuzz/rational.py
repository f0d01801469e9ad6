"""Exact linear algebra for generators."""
from fractions import Fraction

from draw import Rejected


def solve(a, b):
    """x with a x = b, by elimination; b has as many columns as wanted."""
    n = len(a)
    rows = [list(map(Fraction, a[i])) + list(map(Fraction, b[i])) for i in range(n)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            raise Rejected
        rows[k], rows[pivot] = rows[pivot], rows[k]
        top = rows[k]
        for i in range(n):
            if i != k and rows[i][k]:
                f = rows[i][k] / top[k]
                rows[i] = [x - f * y for x, y in zip(rows[i], top)]
    return [[x / rows[i][i] for x in rows[i][n:]] for i in range(n)]
