"""Pack the VS Code extension: python tools/vsix.py build/vscode dist/dsp56k-0.1.0.vsix.

A .vsix is a ZIP file of the extension's files and of two lists, which VS Code and its marketplace read. Members are in
order and have a fixed time, so that the same files give the same bytes.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

_TIME = (1980, 1, 1, 0, 0, 0)
_TYPES = {
    ".json": "application/json",
    ".js": "application/javascript",
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
}
_PLAIN = "application/octet-stream"


def members(folder: Path) -> dict[str, bytes]:
    """Return the contents of the members by name, for an extension whose dependencies are installed in a folder."""
    files = {
        f"extension/{name.as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".bin" not in (name := path.relative_to(folder)).parts
    }
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    suffixes = sorted({Path(name).suffix for name in files if Path(name).suffix} | {".vsixmanifest"})
    return {
        "extension.vsixmanifest": _manifest(package).encode(),
        "[Content_Types].xml": _content_types(suffixes).encode(),
        **files,
    }


def _manifest(package: dict[str, object]) -> str:
    identity = " ".join(
        f"{name}={quoteattr(str(package[key]))}"
        for name, key in (("Id", "name"), ("Version", "version"), ("Publisher", "publisher"))
    )
    engines = package["engines"]
    assert isinstance(engines, dict)
    engine = quoteattr(str(engines["vscode"]))
    return f"""\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" {identity}/>
    <DisplayName>{escape(str(package["displayName"]))}</DisplayName>
    <Description xml:space="preserve">{escape(str(package["description"]))}</Description>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def _content_types(suffixes: list[str]) -> str:
    rows = "".join(
        f'<Default Extension={quoteattr(suffix)} ContentType="{_TYPES.get(suffix, _PLAIN)}"/>' for suffix in suffixes
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n'
    )


def pack(folder: Path, output: Path) -> None:
    """Write the .vsix of an extension."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(output, "w") as archive:
        for name, content in members(folder).items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


if __name__ == "__main__":
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
