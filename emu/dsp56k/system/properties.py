"""Properties that are computed once for an object, and old names of attributes."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy_property(Generic[Value]):  # noqa: N801 - a decorator, as `property` is
    """A property whose value is kept in the object after the first access.

    `functools.cached_property` of Python 3.11 holds one lock for all objects of a class while a value is computed. A
    process that is forked meanwhile would wait for that lock for ever.

    Args:
        compute: gives the value of an object, which needs a `__dict__`.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Note the name in the class."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """Return the value; without an object the property itself."""
        if instance is None:
            return self
        # An access finds the object's own value before a descriptor without __set__, so this happens once.
        value: Value = instance.__dict__.setdefault(self._name, self._compute(instance))
        return value


class RenamedAttribute:
    """An old name of an attribute. It works for one release, with a DeprecationWarning.

    Args:
        new: The new name; a part of the object and the name in it are separated by a period.
        arguments: The first arguments of the new method, if it does the work of several old ones.
    """

    def __init__(self, new: str, *arguments: object) -> None:
        self._new = new
        self._arguments = arguments
        given = [f'"{each}"' if isinstance(each, str) else str(each) for each in arguments]
        self._use = f"{new}({', '.join(given)}, ...)" if arguments else new
        self.__doc__ = f"Old name of `{self._use}`."

    def __set_name__(self, owner: type, name: str) -> None:
        """Note the name in the class."""
        self._name = name

    def __get__(self, instance: object | None, owner: type) -> Any:
        """Return the value of the new name; without an object the property itself."""
        if instance is None:
            return self
        self._warn(owner)
        value = operator.attrgetter(self._new)(instance)
        return partial(value, *self._arguments) if self._arguments else value

    def __set__(self, instance: object, value: object) -> None:
        """Set the attribute of the new name.

        AttributeError if the old one is only one of the works of a method: the others would be replaced with it.
        """
        if self._arguments:
            raise AttributeError(f"cannot set {type(instance).__name__}.{self._name}: it is {self._use}")
        self._warn(type(instance))
        *part, name = self._new.rsplit(".", 1)
        setattr(operator.attrgetter(part[0])(instance) if part else instance, name, value)

    def _warn(self, owner: type) -> None:
        """Warn at the line that uses the name; the class may be an heir of the one that has it."""
        message = f"{owner.__name__}.{self._name} is deprecated: use {self._use}"
        warnings.warn(message, DeprecationWarning, stacklevel=3)
