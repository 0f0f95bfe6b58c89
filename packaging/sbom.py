# SPDX-License-Identifier: GPL-3.0-or-later
"""What a package is made of, as SPDX 2.3: sbom.py FILE.deb|FILE.tar.xz > FILE.spdx.json

Libraries that are compiled in, linked or carried along stand with the version of the Debian package that they came
from; their licences stand in THIRD-PARTY.md, from where they are read.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def third_parties():
    """(name, Debian package, licence, how it is used) of each row of THIRD-PARTY.md."""
    for line in (ROOT / "THIRD-PARTY.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and not re.match(r"-+$|What", cells[0]):
            yield cells


def debian_version(package):
    run = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return run.stdout or "NOASSERTION"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    file = pathlib.Path(sys.argv[1])
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    version = re.search(r"VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text().split("project(")[1]).group(1)
    packages = [{"SPDXID": "SPDXRef-Plateau", "name": "plateau", "versionInfo": version, "packageFileName": file.name,
                 "downloadLocation": "NOASSERTION", "licenseConcluded": "GPL-3.0-or-later",
                 "licenseDeclared": "GPL-3.0-or-later", "copyrightText": "NOASSERTION", "filesAnalyzed": False,
                 "checksums": [{"algorithm": "SHA256", "checksumValue": digest}]}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Plateau"}]
    for name, package, licence, use in third_parties():
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", package)
        packages.append({"SPDXID": identifier, "name": name, "versionInfo": debian_version(package),
                         "downloadLocation": "NOASSERTION", "licenseConcluded": licence, "licenseDeclared": licence,
                         "copyrightText": "NOASSERTION", "filesAnalyzed": False,
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:deb/debian/{package}"}]})
        kind = "STATIC_LINK" if use == "compiled in" else "BUILD_TOOL_OF" if use == "builds it" else "DYNAMIC_LINK"
        ends = (identifier, "SPDXRef-Plateau") if kind == "BUILD_TOOL_OF" else ("SPDXRef-Plateau", identifier)
        relations.append({"spdxElementId": ends[0], "relationshipType": kind, "relatedSpdxElement": ends[1]})
    print(json.dumps({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": file.name,
                      "documentNamespace": f"urn:plateau:{version}:{digest[:32]}",
                      "creationInfo": {"created": datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
                                       .strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: packaging/sbom.py"]},
                      "packages": packages, "relationships": relations}, indent=1))


if __name__ == "__main__":
    main()
