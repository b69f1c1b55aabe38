"""Tasks for child processes."""

import os
import sys
import time
from typing import NoReturn

from satpuzzle import machine
from satpuzzle.sandbox import Send


def tell_process(send: Send) -> None:
    send(os.getpid())


def count_to(send: Send, number: int, *, by: int = 1) -> None:
    for one in range(0, number, by):
        send(one)


def tell_modules(send: Send) -> None:
    send(sorted(sys.modules))


def tell_variables(send: Send, *names: str) -> None:
    send([os.environ.get(name) for name in names])


def wait_long(send: Send) -> None:
    send(os.getpid())
    time.sleep(600)


def compute_long(send: Send) -> None:
    """Hold the interpreter's lock, as solvers do: pow is one long call."""
    send(os.getpid())
    pow(3, 1 << 40)


def fail(send: Send) -> NoReturn:
    send("before")
    print("thinking aloud")
    raise ArithmeticError("lost\ncount")


def run_out_of_memory(send: Send) -> NoReturn:
    raise MemoryError


def leave(send: Send, status: int = 3, last_words: str = "") -> NoReturn:
    send("before")
    print(last_words, file=sys.stderr, flush=True)
    os._exit(status)


def exit_politely(send: Send) -> NoReturn:
    sys.exit("no more of this")


def chatter(send: Send) -> None:
    """Print and read where the messages go."""
    print("c hello", flush=True)
    os.write(1, b"c I am a solver\n")
    os.write(2, b"c and I grumble\n" * 10000)
    send(sys.stdin.read())


def grow(send: Send, megabytes: int) -> None:
    send(len(bytes([1]) * (megabytes << 20)))


class Unreadable:
    """What only the process that has made it can open."""

    def __init__(self, maker: int) -> None:
        self.maker = maker

    def __reduce__(self) -> tuple[object, ...]:
        return made_by, (os.getpid(),)


def made_by(maker: int) -> Unreadable:
    if maker != os.getpid():
        raise LookupError("made elsewhere")
    return Unreadable(maker)


def send_the_unreadable(send: Send) -> None:
    send(Unreadable(os.getpid()))


def do_nothing(send: Send, *arguments: object) -> None:
    pass


def tell_peak(send: Send) -> None:
    send(machine.peak())
