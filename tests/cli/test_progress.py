import io
import time

from precis.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(stream, steps):
    with Progress(stream, patience=0.02) as progress:
        for step, seconds in steps:
            progress(step)
            time.sleep(seconds)


def test_quick_steps_are_silent():
    stream = io.StringIO()
    with Progress(stream, patience=30.0) as progress:
        progress("quick")
    assert stream.getvalue() == ""


def test_a_slow_step_is_one_line_in_a_log():
    stream = io.StringIO()
    run(stream, [("slow", 0.15), ("also slow", 0.15)])
    assert stream.getvalue() == "slow ...\nalso slow ...\n"


def test_a_terminal_is_left_clean():
    stream = Terminal()
    run(stream, [("slow", 0.15)])
    assert "slow ... 0 s" in stream.getvalue() and stream.getvalue().endswith("\r\x1b[K")


def test_a_closed_stream_does_not_stop_work():
    stream = io.StringIO()
    stream.close()
    stream.isatty = lambda: False
    run(stream, [("slow", 0.1)])
