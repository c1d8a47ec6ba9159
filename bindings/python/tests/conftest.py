"""Lists what did not run. STRICT=1 makes skipped tests failures; SKIPPED_TO names a file to which they are added."""

import os

STRICT = os.environ.get("STRICT") == "1"
CLUSTER = bool(os.environ.get("FERZ_CLUSTER"))
# The nodes of a cluster take a minute to start.
collect_ignore = [] if CLUSTER else ["test_cluster.py"]


def skipped(config):
    reports = config.pluginmanager.get_plugin("terminalreporter").stats.get("skipped", [])
    return [f"{report.nodeid}, because {report.longrepr[2].removeprefix('Skipped: ') if isinstance(report.longrepr, tuple) else report.longrepr}" for report in reports]


def pytest_sessionfinish(session, exitstatus):
    found = skipped(session.config)
    if found and os.environ.get("SKIPPED_TO"):
        with open(os.environ["SKIPPED_TO"], "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in found)
    if found and STRICT and not exitstatus:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    if not CLUSTER:
        terminalreporter.write_line("not run: test_cluster.py, which FERZ_CLUSTER=1 runs")
    if STRICT and skipped(terminalreporter.config):
        terminalreporter.write_line("FAILED: STRICT=1 allows no skipped tests")
