"""The connection to a Neo4j database: a bounded pool, retries, and errors in one line."""

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import uniform
from typing import LiteralString
from weakref import WeakKeyDictionary

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    NotificationMinimumSeverity,
)
from neo4j.exceptions import (
    AuthError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
)

from kg.errors import ServiceError
from kg.neo4j_address import Neo4jAddress

Row = dict[str, object]
Statement = tuple[LiteralString, Row]
"""A text and its parameters."""

OLDEST_VERSION = 5

_CONNECTIONS = 16
_CONNECT_SECONDS = 10.0
_WAIT_FOR_CONNECTION_SECONDS = 60.0
_RETRY_SECONDS = 15.0
_WRITES_TRIED = 8
"""Attempts at a write that another writer of the same graph gets in the way of."""

_FIRST_PAUSE_SECONDS = 0.05
_VERSION = re.compile(r"Neo4j/(\d+)\.")
_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
_LOG = logging.getLogger(__name__)


class Neo4jConnection:
    """One database. A driver belongs to an event loop, so each loop that calls gets its own."""

    def __init__(self, address: Neo4jAddress) -> None:
        self.address = address
        self._drivers: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncDriver] = (
            WeakKeyDictionary()
        )
        self._known = False

    @property
    def where(self) -> str:
        """The address, without anything secret."""
        database = self.address.database
        return f"store {self.address.uri}" + (f"/{database}" if database else "")

    async def read(self, *statements: Statement) -> list[list[Row]]:
        """Run statements that change nothing in one transaction; return the rows of each."""

        async def run(transaction: AsyncManagedTransaction) -> list[list[Row]]:
            found = []
            for text, parameters in statements:
                result = await transaction.run(text, parameters)
                found.append([dict(record) async for record in result])
            return found

        with self._explained():
            driver = await self._driver()
            async with driver.session(database=self.address.database) as session:
                return await session.execute_read(run)

    async def write(self, statements: Sequence[Statement]) -> None:
        """Run statements in one transaction: all or nothing."""

        async def run(transaction: AsyncManagedTransaction) -> None:
            for text, parameters in statements:
                result = await transaction.run(text, parameters)
                await result.consume()

        with self._explained():
            driver = await self._driver()
            for attempt in range(_WRITES_TRIED):
                try:
                    async with driver.session(database=self.address.database) as session:
                        return await session.execute_write(run)
                except ConstraintError:
                    if attempt + 1 == _WRITES_TRIED:
                        raise
                    _LOG.info("%s: another writer was faster, trying again", self.where)
                    await asyncio.sleep(_pause_seconds(attempt))

    async def ensure(self, schema: Sequence[LiteralString]) -> None:
        """Create what is missing of constraints and indexes."""
        with self._explained():
            driver = await self._driver()
            for text in schema:
                try:
                    await driver.execute_query(text, database_=self.address.database)
                except Neo4jError as error:
                    if error.code != _MADE_MEANWHILE:
                        raise

    async def close(self) -> None:
        """Close the driver of the running loop; those of other loops end with their loop."""
        driver = self._drivers.pop(asyncio.get_running_loop(), None)
        if driver is not None:
            await driver.close()

    async def _driver(self) -> AsyncDriver:
        loop = asyncio.get_running_loop()
        driver = self._drivers.get(loop)
        if driver is None:
            driver = self._drivers[loop] = self._opened()
        if not self._known:
            await self._check_version(driver)
            self._known = True
        return driver

    def _opened(self) -> AsyncDriver:
        login = self.address.login
        return AsyncGraphDatabase.driver(
            self.address.uri,
            auth=(login.user, login.password.get_secret_value()) if login else None,
            max_connection_pool_size=_CONNECTIONS,
            connection_timeout=_CONNECT_SECONDS,
            connection_acquisition_timeout=_WAIT_FOR_CONNECTION_SECONDS,
            max_transaction_retry_time=_RETRY_SECONDS,
            notifications_min_severity=NotificationMinimumSeverity.OFF,
            telemetry_disabled=True,
            user_agent="curaview",
        )

    async def _check_version(self, driver: AsyncDriver) -> None:
        """Ask outside of a managed transaction: an absent server shall be reported at once."""
        async with driver.session(database=self.address.database) as session:
            result = await session.run("RETURN 1 AS one")
            agent = (await result.consume()).server.agent
        version = _VERSION.match(agent)
        if version is None or int(version[1]) < OLDEST_VERSION:
            raise ServiceError(
                f"{self.where}: the server is {agent!r}; use Neo4j {OLDEST_VERSION} or later"
            )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except AuthError as error:
            raise ServiceError(
                f"{self.where}: the user name or password is refused; "
                "set CURAVIEW_NEO4J_USER and CURAVIEW_NEO4J_PASSWORD"
            ) from error
        except ServiceUnavailable as error:
            raise ServiceError(
                f"{self.where}: no database answers there ({_first_line(error)}); "
                "start it or correct the address"
            ) from error
        except Neo4jError as error:
            raise ServiceError(f"{self.where}: {_advice(error)}") from error
        except DriverError as error:
            raise ServiceError(f"{self.where}: {_first_line(error)}") from error


def _pause_seconds(attempt: int) -> float:
    """Wait longer each time, and not as long as the others, who would be in the way again."""
    return _FIRST_PAUSE_SECONDS * 2.0**attempt * uniform(0.5, 1.5)


def _advice(error: Neo4jError) -> str:
    if error.code == "Neo.ClientError.Database.DatabaseNotFound":
        return "no such database; end the address with the name of one that exists"
    return f"{_first_line(error)} ({error.code})"


def _first_line(error: Exception) -> str:
    text = error.message if isinstance(error, Neo4jError) and error.message else str(error)
    return (text.strip() or type(error).__name__).splitlines()[0]
