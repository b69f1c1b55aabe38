"""Commands of which it is told how much memory they took, and that are ended if they take too much time.

Forked as in `forking`; only on systems that have `resource`.
"""

import json
import os
import sys
from pathlib import Path

import forking
from commands import ENVIRONMENT

MOST = 1 << 30  # bytes that a command may have in memory
HEAVY, SLOW = 250, 251  # in place of its exit status, if it had more, or did not end
SECONDS = 60  # of CPU
_FORKS = forking.Forks(ENVIRONMENT, "weighing")


def weighed(*arguments: str | Path) -> forking.Ended:
    """Run a command to its end; its status may also be HEAVY or SLOW."""
    return _FORKS.run([str(argument) for argument in arguments], Path.cwd())


def limit() -> None:
    """Let this process end after some CPU seconds, and before it takes all memory of the machine."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (4 * MOST, 4 * MOST))


def serve() -> None:
    """Fork for each command that standard input asks for, and say its exit status."""
    forking.prepare()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            limit()
            forking.be_command(*json.loads(line))
        _, ended, used = os.wait4(child, 0)
        status = os.waitstatus_to_exitcode(ended)
        print(HEAVY if used.ru_maxrss > MOST >> 10 else SLOW if status < 0 else status, flush=True)
