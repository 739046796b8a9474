"""The software of a server as a CycloneDX document: what it is made of, in the form that inventories read."""

from __future__ import annotations

from importlib.metadata import Distribution
from typing import Any

from fairfelt.version import __version__

from ..manifest import Manifest, installed_libraries, library_name

_LICENSE = "Apache-2.0"


def bill_of_materials(found: Manifest) -> dict[str, Any]:
    """A CycloneDX 1.6 document. The same software gives the same document: it carries no time and no random number."""
    libraries = {library_name(library): library for library in installed_libraries()}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "fairfelt",
                "name": "fairfelt",
                "version": __version__,
                "purl": f"pkg:pypi/fairfelt@{__version__}",
                "licenses": [{"license": {"id": _LICENSE}}],
                "hashes": [{"alg": "SHA-256", "content": found.digest}],
            },
            "properties": [{"name": "fairfelt:python", "value": found.libraries["python"]}],
        },
        "components": [_component(name, libraries[name], found) for name in sorted(libraries)],
        "dependencies": [{"ref": "fairfelt", "dependsOn": sorted(libraries)}],
    }


def _component(name: str, library: Distribution, found: Manifest) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "version": library.version,
        "purl": f"pkg:pypi/{name}@{library.version}",
    }
    if license := library.metadata.json.get("license_expression"):
        component["licenses"] = [{"expression": license}]
    _, _, digest = found.libraries[name].partition(" sha256:")
    return {**component, "hashes": [{"alg": "SHA-256", "content": digest}]}
