"""What a reader has to know of a record as a whole: what was not read, what it does not hold."""

from kg.record import PatientRecord


def notices_of(record: PatientRecord) -> tuple[str, ...]:
    """Tell what was not read and, where no note is there, that only tables were searched."""
    notices = []
    if record.unread:
        notices.append(f"not read: {', '.join(map(str, record.unread))}")
    if record.rows and not record.notes:
        notices.append(
            "the record holds tables and no notes; what only notes tell cannot be found in it"
        )
    return tuple(notices)
