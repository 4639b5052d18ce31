"""Columns of numbers as numpy arrays that pydantic can store and read back."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import PlainSerializer, PlainValidator, SerializationInfo, ValidationInfo

Vector = NDArray[np.float64]


def _dump(values: NDArray[np.float64], info: SerializationInfo[Any]) -> Any:
    """An index into the list given as context, or the plain numbers where there is none."""
    if isinstance(info.context, list):
        info.context.append(values)
        return {"array": len(info.context) - 1}
    return [float(value) for value in values]


def _load(value: Any, info: ValidationInfo) -> NDArray[np.float64]:
    if isinstance(value, dict) and info.context is not None:
        value = info.context[value["array"]]
    values = np.asarray(value, dtype=np.float64)
    values.flags.writeable = False
    return values


Array = Annotated[NDArray[np.float64], PlainValidator(_load), PlainSerializer(_dump)]
"""One-dimensional float64; NaN is a missing value; read-only."""
