"""Where a Neo4j database is, and who asks."""

from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, SecretStr

from kg.errors import BadInputError

SCHEMES = frozenset({"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"})

_FORM = "neo4j://HOST[:PORT][/DATABASE]"


class Login(BaseModel, frozen=True):
    """A user name and a password; printing it does not show the password."""

    user: str
    password: SecretStr


class Neo4jAddress(BaseModel, frozen=True):
    """A server and one of its databases."""

    uri: str
    """Scheme, host and port: nothing secret, fit for messages."""

    database: str | None = None
    """None is the home database of the user."""

    login: Login | None = None


def is_neo4j(url: str) -> bool:
    """Say whether an address is one of a Neo4j database."""
    scheme, found, _ = url.partition("://")
    return bool(found) and scheme.casefold() in SCHEMES


def neo4j_address(url: str, login: Login | None = None) -> Neo4jAddress:
    """Take an address apart; a user and password within it win over `login`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadInputError(f"store address: {error}; give {_FORM}") from error
    if not host or parts.query or parts.fragment:
        raise BadInputError(f"store {parts.scheme}://{host or ''}: not an address; give {_FORM}")
    if parts.username and parts.password is None:
        raise BadInputError(f"store {parts.scheme}://{host}: a user without a password")
    if parts.username and parts.password is not None:
        password = SecretStr(unquote(parts.password))
        login = Login(user=unquote(parts.username), password=password)
    shown = f"[{host}]" if ":" in host else host
    return Neo4jAddress(
        uri=f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else ""),
        database=unquote(parts.path.strip("/")) or None,
        login=login,
    )
