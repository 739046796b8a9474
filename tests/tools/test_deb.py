"""The install recipe of docs/running.md and the Debian package, carried out in a copy of this system's root.

The copy is an overlay that is thrown away, so that users, folders and packages are made as root makes them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.heavy
ROOT = Path(__file__).parents[2]
TOOLS = ("dpkg-deb", "dpkg", "unshare", "chroot", "runuser", "useradd")
LONGEST_S = 1_500
BEGIN = """set -e
mkdir -p "$WORK/up" "$WORK/work" "$WORK/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$WORK/up,workdir=$WORK/work" "$WORK/root"
mount -t proc proc "$WORK/root/proc"
mount --rbind /dev "$WORK/root/dev"
mkdir -p "$WORK/root/try"
cp -r "$GIVEN"/. "$WORK/root/try"
cd "$WORK/root"
exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$WORK/root" bash -ec "cd /try; . ./script"
"""


def in_a_root(given: Path, script: str, work: Path) -> str:
    """What a script says that runs as root in a copy of the system's root, with some files in /try."""
    (given / "script").write_text(script)
    shutil.copy(Path(__file__).with_name("start_unit.py"), given)
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "bash", "-c", BEGIN], capture_output=True, text=True,
        env={**os.environ, "WORK": str(work), "GIVEN": str(given)}, timeout=LONGEST_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two versions of the package of this tree."""
    if os.getuid() or not all(map(shutil.which, TOOLS)):
        pytest.skip(f"it takes root on a Debian system, with {', '.join(TOOLS)}")
    folder = tmp_path_factory.mktemp("packages")
    made = [sys.executable, "-m", "tools.deb", "--into", str(folder), "--extras", "room"]
    subprocess.run(made, cwd=ROOT, check=True, timeout=LONGEST_S)
    (first,) = folder.glob("*.deb")
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "-R", str(first), str(tree)], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"(?m)^(Version: .*)$", r"\1+next", control.read_text()))
    next_ = str(folder / "next.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", str(tree), next_], check=True)
    first.rename(folder / "first.deb")
    shutil.rmtree(tree)
    return folder


FOUND = """
fairfelt() { runuser -u fairfelt -- env FAIRFELT_CONFIG=/etc/fairfelt/fairfelt.toml /opt/fairfelt/bin/fairfelt "$@"; }
printf '135790\\n246801\\n' > pins; chmod 644 pins
"""


def test_the_package_installs_starts_upgrades_rolls_back_and_purges(packages: Path, tmp_path: Path) -> None:
    said = in_a_root(packages, f"""{FOUND}
export DEBIAN_FRONTEND=noninteractive
install() {{ dpkg --force-depends -i $1 > /try/log 2>&1 || {{ cat /try/log; exit 1; }}; }}
verify() {{ fairfelt ledger verify /var/lib/fairfelt/room.db > /dev/null; /opt/fairfelt/bin/fairfelt --version; }}
install first.deb
stat -c '%U %a' /var/lib/fairfelt /etc/fairfelt/fairfelt.toml
echo '[server]' >> /etc/fairfelt/fairfelt.toml
sed -i 's#^.database = ""#database = "/var/lib/fairfelt/room.db"#; $d' /etc/fairfelt/fairfelt.toml
fairfelt room found /var/lib/fairfelt/room.db --name Elena --second Emil --pins-file /try/pins > founded
key=$(sed -n 's/^ *its key *//p' founded | head -1)
unit=/lib/systemd/system/fairfelt.service
python3 start_unit.py $unit E-1 135790 $key
install next.deb; dpkg-query -W -f '${{Version}}\\n' fairfelt; verify
python3 start_unit.py $unit E-1 135790 $key
install first.deb; dpkg-query -W -f '${{Version}}\\n' fairfelt; verify
python3 start_unit.py $unit E-1 135790 $key
dpkg -r fairfelt > /dev/null 2>&1; ls /opt /etc/fairfelt /var/lib/fairfelt | tr '\\n' ' '; echo
test ! -e /opt/fairfelt
dpkg -P fairfelt 2>&1 | grep 'journal stays'
test ! -e /etc/fairfelt; test -e /var/lib/fairfelt/room.db
""", tmp_path)  # fmt: skip
    assert "fairfelt 700\n" in said
    assert "root 640\n" in said
    assert said.count("ready: active") == said.count("signed in: executive") == 3
    assert "+next" in said
    assert "The journal stays in /var/lib/fairfelt" in said


def test_the_recipe_of_the_documentation_founds_and_serves_a_room(packages: Path, tmp_path: Path) -> None:
    """It failed at its second line once: no folder was made. What is installed comes from the package, unpacked."""
    text = (ROOT / "docs/running.md").read_text()
    recipe = text.split("## Install")[1].split("```sh\n")[1].split("```")[0]
    assert recipe.count("python3 -m venv /opt/fairfelt\n") == recipe.count("/opt/fairfelt/bin/pip install") == 1
    recipe = recipe.replace(
        "python3 -m venv /opt/fairfelt\n", "dpkg-deb -x first.deb /try/x; mv /try/x/opt/fairfelt /opt\n"
    )
    recipe = re.sub(r"/opt/fairfelt/bin/pip install.*\n", "", recipe)
    recipe = recipe.replace("as_fairfelt doctor", "as_fairfelt doctor || true")  # nobody keeps the clock of a container
    recipe = recipe.replace('--second "Emil Example"', '--second "Emil Example" --pins-file /try/pins > founded')
    shutil.copytree(ROOT / "deploy", packages / "deploy", dirs_exist_ok=True)
    said = in_a_root(packages, f"""{FOUND}
shopt -s expand_aliases
systemctl() {{
    test "$*" = "enable --now fairfelt"
    sed -i 's#^.database = ""#database = "/var/lib/fairfelt/room.db"#' /etc/fairfelt/fairfelt.toml
    key=$(sed -n 's/^ *its key *//p' founded | head -1)
    python3 start_unit.py /etc/systemd/system/fairfelt.service E-1 135790 $key
}}
{recipe}
stat -c '%U %a' /var/lib/fairfelt /var/lib/fairfelt/room.db
""", tmp_path)  # fmt: skip
    assert "ready: active\nsigned in: executive\n" in said
    assert "fairfelt 700\nfairfelt 600\n" in said
