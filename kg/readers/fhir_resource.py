"""One FHIR resource with its place in the files."""

from pydantic import BaseModel

from kg.readers.json_values import JsonObject, is_object


class Resource(BaseModel, frozen=True):
    """A resource with its place."""

    kind: str
    id: str
    where: str
    body: JsonObject

    @property
    def version(self) -> tuple[str, int]:
        """When it was last changed and the number of its version; the later one is greater."""
        meta = self.body.get("meta")
        said = meta if is_object(meta) else {}
        number = str(said.get("versionId", ""))
        return str(said.get("lastUpdated", "")), int(number) if number.isdecimal() else 0
