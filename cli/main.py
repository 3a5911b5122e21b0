"""The entry of `curaview`: light enough that an interruption finds it ready from the first moment.

The commands and what they need are imported inside, where an error is told in one line.
"""

import sys

from cli.failures import INTERRUPTED, failing_in_one_line


def app() -> None:
    """Run the command line and leave with its exit status."""
    with failing_in_one_line(debug="--debug" in sys.argv):
        from cli.commands import run_commands

        status = run_commands(sys.argv[1:])
        if status == INTERRUPTED:
            # The framework turns an interruption into a status and says nothing.
            raise KeyboardInterrupt
    sys.exit(status)
