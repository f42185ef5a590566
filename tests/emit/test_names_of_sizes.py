"""Names of size symbols: no two that are in sight have one."""

from precis.emit.cpu.printer import Printer


def test_what_is_bound_a_second_time_takes_no_name_from_others():
    out = Printer({}, {}, {})
    first = out.bind("w", "n")
    again = out.bind("w", "n")
    assert len({first, again, out.bind("v w", "n"), out.bind("k", "n")}) == 4


def test_names_of_the_function_around_stay_what_they_are():
    out = Printer({}, {}, {}, around=frozenset({"n_k0", "n_k1"}))
    assert out.bind("n", "k") not in {"n_k0", "n_k1"}
