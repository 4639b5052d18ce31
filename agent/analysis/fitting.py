"""Least squares: the values of parameters, and how well the data fix them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from agent.arrays import Vector

Function = Callable[[Vector, Vector], Vector]
"""y from x and the parameters; where it takes complex parameters, its derivatives are exact."""

_STEP = 1e-150
"""So small that the square of it vanishes: the complex step has no rounding error to balance."""
_SINGULAR = 1e-13
"""Smallest ratio of singular values of the scaled Jacobian that still fixes all parameters."""
_OFFSET = 1e-3
"""Largest relative offset at convergence: Bates and Watts, Technometrics 23 (1981) 179."""
_POLISHING = 10
_TOLERANCE = 1e-12
_SETTLED = 1e-12
"""Relative to the parameters: a smaller step changes nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    values: Vector
    covariance: NDArray[np.float64]
    """Of the parameters: absolute where the uncertainties of y are given, else scaled by the
    residual variance."""
    squares: float
    """Sum of the squared residuals, each divided by its uncertainty where one is given."""
    dof: int


def fit_linear(design: NDArray[np.float64], y: Vector, sigma: Vector | None) -> Solution | None:
    """Fit y = design @ parameters; None when the data do not fix them all."""
    weights = np.ones_like(y) if sigma is None else 1.0 / sigma
    matrix, target = design * weights[:, None], y * weights
    scale = np.linalg.norm(matrix, axis=0)
    if not np.all(np.isfinite(scale)) or np.any(scale == 0):
        return None
    solve = _solver(matrix / scale)
    if solve is None:
        return None
    values = np.zeros(design.shape[1])
    for _ in range(3):  # the residual of one solution, fitted in turn, refines the next
        values = values + solve(target - matrix @ values) / scale
    residuals = target - matrix @ values
    return _solution(values, residuals, matrix, sigma)


def _solver(matrix: NDArray[np.float64]) -> Callable[[Vector], Vector] | None:
    """Solves least squares in the matrix; None when it is singular to working precision."""
    if matrix.shape[0] < matrix.shape[1]:
        return None
    left, singular, right = np.linalg.svd(matrix, full_matrices=False)
    if singular[-1] < _SINGULAR * singular[0]:
        return None
    return lambda target: right.T @ ((left.T @ target) / singular)


def fit_function(
    function: Function,
    x: Vector,
    y: Vector,
    sigma: Vector | None,
    starts: Sequence[Sequence[float] | Vector],
    *,
    evaluations: int = 2000,
) -> Solution | None:
    """Fit y = function(x, parameters) from each of the starting points, and take the best.

    Levenberg-Marquardt (MINPACK), then Gauss-Newton steps to the last digits. None when no start
    leads, in so many evaluations, to a minimum at which the data fix every parameter.
    """
    weights = np.ones_like(y) if sigma is None else 1.0 / sigma

    def residuals(values: Vector) -> Vector:
        found = (np.asarray(function(x, values)) - y) * weights
        return np.nan_to_num(found, nan=1e100, posinf=1e100, neginf=-1e100)

    best: Solution | None = None
    with np.errstate(all="ignore"):
        for start in starts:
            begin = np.asarray(start, dtype=np.float64)
            jacobian = _jacobian(function, x, weights, begin)
            found = _descend(residuals, jacobian, begin, evaluations)
            if found is None:
                continue
            solution = _examined(residuals, jacobian, found, sigma)
            if solution is not None and (best is None or solution.squares < best.squares):
                best = solution
    return best


def _finite(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.nan_to_num(matrix, nan=0.0, posinf=1e100, neginf=-1e100)
    return found


def _jacobian(
    function: Function, x: Vector, weights: Vector, start: Vector
) -> Callable[[Vector], NDArray[np.float64]]:
    def by_differences(values: Vector) -> NDArray[np.float64]:
        columns = []
        for i, value in enumerate(values):
            step = np.zeros_like(values)
            step[i] = 6e-6 * (abs(value) or abs(start[i]) or 1.0)
            change = np.asarray(function(x, values + step)) - function(x, values - step)
            columns.append(change / (2 * step[i]) * weights)
        return _finite(np.column_stack(columns))

    def by_complex_step(values: Vector) -> NDArray[np.float64]:
        """Squire and Trapp, SIAM Review 40 (1998) 110."""
        columns = []
        for i in range(len(values)):
            shifted = values.astype(np.complex128)
            shifted[i] += 1j * _STEP
            columns.append(np.imag(np.asarray(function(x, shifted))) / _STEP * weights)  # type: ignore[arg-type]
        return _finite(np.column_stack(columns))

    try:
        exact, near = by_complex_step(start), by_differences(start)
    except (TypeError, ValueError):
        return by_differences
    size = np.abs(near).max(axis=0)
    return (
        by_complex_step if np.all(np.abs(exact - near) <= 1e-3 * size + 1e-30) else by_differences
    )


def _descend(
    residuals: Callable[[Vector], Vector],
    jacobian: Callable[[Vector], NDArray[np.float64]],
    start: Vector,
    evaluations: int,
) -> Vector | None:
    if len(start) > len(residuals(start)):
        return None
    try:
        found = least_squares(
            residuals,
            start,
            jac=jacobian,
            method="lm",
            x_scale="jac",
            ftol=_TOLERANCE,
            xtol=_TOLERANCE,
            gtol=_TOLERANCE,
            max_nfev=evaluations,
        )
    except (ValueError, np.linalg.LinAlgError):
        return None
    values = np.asarray(found.x, dtype=np.float64)
    return values if np.all(np.isfinite(values)) else None


def _examined(
    residuals: Callable[[Vector], Vector],
    jacobian: Callable[[Vector], NDArray[np.float64]],
    values: Vector,
    sigma: Vector | None,
) -> Solution | None:
    """The minimum to its last digits; None when it is none, or leaves a parameter open."""
    offset = np.inf
    for _ in range(_POLISHING):
        left, matrix = residuals(values), jacobian(values)
        scale = np.linalg.norm(matrix, axis=0)
        if not np.all(np.isfinite(scale)) or np.any(scale == 0):
            return None
        solve = _solver(matrix / scale)
        if solve is None:
            return None
        scaled = solve(-left)
        tangent = float(np.linalg.norm(matrix / scale @ scaled))
        rest = max(float(np.linalg.norm(left)), 1e-300)
        offset = tangent / rest
        following = values + scaled / scale
        if np.sum(residuals(following) ** 2) > np.sum(left**2):
            break
        values, moved = following, np.abs(scaled / scale)
        if np.all(moved <= _SETTLED * np.abs(values)):
            break
    left = residuals(values)
    if offset > _OFFSET and float(np.linalg.norm(left)) > 1e-9 * _size(residuals, values, left):
        return None
    return _solution(values, -left, jacobian(values), sigma)


def _size(residuals: Callable[[Vector], Vector], values: Vector, left: Vector) -> float:
    """How large the weighted y are, seen by how the residuals change with all parameters zero."""
    away = residuals(np.zeros_like(values)) - left
    return float(np.linalg.norm(away)) or 1.0


def _solution(
    values: Vector, residuals: Vector, matrix: NDArray[np.float64], sigma: Vector | None
) -> Solution | None:
    scale = np.linalg.norm(matrix, axis=0)
    _, singular, right = np.linalg.svd(matrix / scale, full_matrices=False)
    if singular[-1] < _SINGULAR * singular[0]:
        return None
    half = (right.T / singular) / scale[:, None]
    squares = float(residuals @ residuals)
    dof = len(residuals) - len(values)
    variance = 1.0 if sigma is not None else (squares / dof if dof > 0 else np.inf)
    covariance = half @ half.T * variance
    if not np.all(np.isfinite(covariance)) or not np.all(np.isfinite(values)):
        return None
    return Solution(values, covariance, squares, dof)
