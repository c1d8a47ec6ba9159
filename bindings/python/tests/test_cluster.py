"""Three nodes on this machine play exactly the games that one process plays. The nodes take a minute to start, so
that pytest collects this module only with FERZ_CLUSTER=1.
"""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import ferz
import ferz.study
import pytest

ray = pytest.importorskip("ray")

from ferz import cluster  # noqa: E402

SETTINGS = {"number": 30, "random": True, "plies": 120, "seed": 3}


@pytest.fixture(scope="module")
def nodes():
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def test_three_nodes_give_the_summary_of_one_process(nodes, tmp_path):
    alone = ferz.study.compare("makruk", **SETTINGS).run()
    together = cluster.study(["makruk"], settings=SETTINGS, unit=4, out=tmp_path / "games.jsonl")
    for form in ("csv", "html"):
        assert getattr(ferz.study.Summary(together.text), form)() == getattr(alone, form)()
    assert together.data == alone.data
    # Games in the file are not played again.
    again = cluster.study(["makruk"], settings=SETTINGS, unit=4, out=tmp_path / "games.jsonl", resume=True)
    assert again.data == alone.data


def test_deep_counts_add_up(nodes):
    assert cluster.perft("makruk", 4) == ferz.Board("makruk").perft(4)


DRIVER = """
import ray, sys
from ferz import cluster
ray.init(address=sys.argv[1], log_to_driver=False)
cluster.study(["makruk"], settings={settings!r}, unit=2, out=sys.argv[2])
"""


def test_a_killed_driver_and_a_lost_worker_lose_nothing(nodes, tmp_path):
    settings = {**SETTINGS, "number": 400, "plies": 400}
    path = tmp_path / "games.jsonl"
    script = textwrap.dedent(DRIVER).format(settings=settings)
    driver = subprocess.Popen([sys.executable, "-c", script, nodes.address, str(path)])
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and driver.poll() is None:
        if path.exists() and path.read_text().count("\n") > 20:
            break
        time.sleep(0.05)
    if driver.poll() is None:
        os.kill(driver.pid, signal.SIGKILL)
    driver.wait()
    before = path.read_text().count("\n")
    assert before > 1
    # A node is lost during the study.
    lost = nodes.add_node(num_cpus=1)
    gone = []

    def lose(done, all_games):
        if not gone:
            gone.append(nodes.remove_node(lost))

    resumed = cluster.study(["makruk"], settings=settings, unit=8, out=path, resume=True, progress=lose)
    numbers = [json.loads(line)["n"] for line in resumed.text.splitlines()[1:]]
    assert sorted(numbers) == list(range(400)) == sorted(set(numbers))
    assert resumed.data == ferz.study.compare("makruk", **settings).run().data
