"""What the tests of the Python package share: small models with known solutions."""

import os
import subprocess

import pytest

import tarn

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ["TARN_PROGRAM"]

# x = exp(-k t), k = 2
DECAY = """
model Decay "falls"
  parameter Real k(unit = "1/s", min = 0) = 2 "rate";
  parameter Real twice = 2*k;
  parameter Integer n = 2 "a size";
  parameter Boolean on = true;
  parameter Kind kind = Kind.slow;
  parameter String label = "first";
  type Kind = enumeration(slow, fast);
  output Real x(start = 1, fixed = true, nominal = 3, displayUnit = "mm", unit = "m");
  Real minus = -x;
  Real many[n] = fill(x, n);
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Decay;
"""

# A mass that a force pushes: v = t u/m, x = t^2 u/(2 m); the output is x + u
CART = """
model Cart
  parameter Real m = 2;
  input Real u(start = 0);
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  output Real y = x + u;
equation
  der(x) = v;
  m*der(v) = u;
end Cart;
"""

# A second of it takes about a second: two million evaluations
LONG = """
model Long
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1e4*y;
  der(y) = -1e4*x;
  annotation(experiment(StopTime = 1e3));
end Long;
"""


@pytest.fixture(scope="session")
def ball():
    return tarn.compile(os.path.join(ROOT, "examples", "bouncing_ball.mo"))


@pytest.fixture(scope="session")
def decay():
    return tarn.compile(DECAY)


@pytest.fixture(scope="session")
def cart():
    return tarn.compile(CART)


@pytest.fixture(scope="session")
def long():
    return tarn.compile(LONG)


def call_program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
