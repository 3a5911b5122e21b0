import pytest
from pydantic import SecretStr

from kg.errors import BadInputError
from kg.neo4j_address import Login, is_neo4j, neo4j_address


@pytest.mark.parametrize(
    ("url", "uri", "database"),
    [
        ("neo4j://db.example", "neo4j://db.example", None),
        ("bolt+s://db.example:7688/ward", "bolt+s://db.example:7688", "ward"),
        ("neo4j+ssc://[::1]:7687/", "neo4j+ssc://[::1]:7687", None),
    ],
)
def test_an_address_names_a_server_and_a_database(url: str, uri: str, database: str | None) -> None:
    address = neo4j_address(url)
    assert (address.uri, address.database, address.login) == (uri, database, None)


def test_the_login_in_the_address_wins_and_stays_out_of_the_uri() -> None:
    login = Login(user="other", password=SecretStr("other"))
    address = neo4j_address("bolt://ward%40h:s3%2Fcret@db.example/x", login)
    assert address.uri == "bolt://db.example"
    assert address.login is not None
    assert address.login.user == "ward@h"
    assert address.login.password.get_secret_value() == "s3/cret"
    assert "s3/cret" not in repr(address)
    assert neo4j_address("bolt://db.example", login).login == login


@pytest.mark.parametrize(
    "url",
    [
        "neo4j://",
        "neo4j://:7687",
        "neo4j://u:s3cret@db.example:notaport",
        "neo4j://u:s3cret@db.example:99999",
        "neo4j://u:s3cret@[::1",
        "neo4j://db.example?password=s3cret",
        "neo4j://u@db.example",
    ],
)
def test_wrong_addresses_are_explained_without_their_secrets(url: str) -> None:
    with pytest.raises(BadInputError, match="store") as raised:
        neo4j_address(url)
    assert "s3cret" not in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


def test_only_its_own_schemes_are_neo4j() -> None:
    assert is_neo4j("BOLT://x")
    assert not any(map(is_neo4j, ("neo4j", "neo4j:/x", "redis://x", "sqlite://x", "memory")))
