"""The files of Ghidra's languages: a specification for each chip in two variants, and what loaders and decompiler need.

Only the instructions differ by chip: the registers of the peripherals are those of the DSP56001.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from xml.sax.saxutils import quoteattr

from dsp56k.isa import CHIPS, DSP56001, IO_REGISTERS
from dsp56k.isa.toml_files import load
from dsp56k.sleigh.specification import specification
from dsp56k.system.files import write_whole

NAME = "dsp56001"
"""The stem of the files that all languages share."""
VARIANTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "default": ("short p-code for reading", ()),
    "exact": ("exact p-code for emulation", ("MODULO", "SCALING", "SIZE_FLAGS", "LOOP_FLAG", "STACK_ERROR")),
}
"""The variants of the language by name: their purpose, and the parts of semantics.sinc that they select."""
_WORD_BYTES = 3
_IO_PAGE = range(0xFFC0, 0x10000)
_DATA_REGISTERS = ("a", "b", "x0", "x1", "y0", "y1")
_ARGUMENTS = (*_DATA_REGISTERS, "x", "y", *(f"{letter}{number}" for letter in "rn" for number in range(8)))
_DATA_SIZES = {
    "machine_alignment": 1,
    "default_alignment": 1,
    "default_pointer_alignment": 1,
    "pointer_size": 2,
    "char_size": 1,
    "wchar_size": 3,
    "short_size": 2,
    "integer_size": 3,
    "long_size": 6,
    "long_long_size": 7,
}
_COMPILER = f"{NAME}.cspec"
_PROCESSOR = f"{NAME}.pspec"


def write_language(directory: Path) -> list[Path]:
    """Write the files of the language into a directory, which is created if necessary, and return their paths.

    Raises:
        OSError: a file or the directory cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    files = {directory / name: text.encode() for name, text in language_files().items()}
    write_whole(files)
    return list(files)


def language_files() -> dict[str, str]:
    """Return the text of each file by its name."""
    files = {f"{NAME}.sinc": specification()}
    for chip, (variant, (_, parts)) in product(CHIPS, VARIANTS.items()):
        selected = parts if chip == DSP56001 else (chip, *parts)
        lines = [*(f'@define {part} ""' for part in selected), f'@include "{NAME}.sinc"']
        files[f"{_stem(chip, variant)}.slaspec"] = "\n".join(lines) + "\n"
    return files | {f"{NAME}.ldefs": _definitions(), _PROCESSOR: _processor(), _COMPILER: _compiler()}


def _stem(chip: str, variant: str) -> str:
    return chip.lower() if variant == "default" else f"{chip.lower()}_{variant}"


def _definitions() -> str:
    """Return the list of the languages, by which Ghidra and pypcode find the compiled specifications."""
    lines = ["<language_definitions>"]
    for chip, (variant, (purpose, _)) in product(CHIPS, VARIANTS.items()):
        stem = _stem(chip, variant)
        lines += [
            f'  <language processor="{chip}" endian="little" size="24" variant="{variant}" version="1.0"',
            f'            slafile="{stem}.sla" processorspec="{_PROCESSOR}" id="{chip}:LE:24:{variant}">',
            f"    <description>Motorola {chip}, {purpose}</description>",
            f'    <compiler name="default" spec="{_COMPILER}" id="default"/>',
            "  </language>",
        ]
    return "\n".join([*lines, "</language_definitions>"]) + "\n"


def _processor() -> str:
    """Return the processor description: symbols of the peripheral registers and of the interrupt vectors."""
    first, last = _IO_PAGE.start * _WORD_BYTES, _IO_PAGE.stop * _WORD_BYTES - 1
    names: dict[int, str] = {}
    for register in IO_REGISTERS.values():
        # Two registers may have one address: the first one is read, the second is written.
        names[register.address] = "_".join(filter(None, [names.get(register.address), register.name]))
    symbols = [_symbol(name, f"X:{address:04x}", "") for address, name in sorted(names.items())]
    symbols.append(_symbol("HardwareReset", "P:0000", ' entry="true" type="code"'))
    for source in load("interrupts.toml")["sources"]:
        if "vector" in source:
            symbols.append(_symbol(source["name"], f"P:{source['vector']:04x}", ' type="code"'))
    return "\n".join(
        [
            "<processor_spec>",
            '  <programcounter register="pc"/>',
            '  <volatile outputop="write_volatile" inputop="read_volatile">',
            f'    <range space="X" first="{first:#x}" last="{last:#x}"/>',
            "  </volatile>",
            "  <default_symbols>",
            *symbols,
            "  </default_symbols>",
            "</processor_spec>",
            "",
        ]
    )


def _symbol(name: str, address: str, more: str) -> str:
    return f"    <symbol name={quoteattr(name)} address={quoteattr(address)}{more}/>"


def _compiler() -> str:
    """Return the calling convention. Programs have none; arguments and results may be in any data register."""
    return "\n".join(
        [
            "<compiler_spec>",
            "  <data_organization>",
            *(f'    <{name} value="{value}"/>' for name, value in _DATA_SIZES.items()),
            "    <size_alignment_map>",
            *(f'      <entry size="{size}" alignment="1"/>' for size in range(1, 9)),
            "    </size_alignment_map>",
            "  </data_organization>",
            "  <global>",
            *(f'    <range space="{space}"/>' for space in "PXY"),
            "  </global>",
            '  <stackpointer register="sp" space="S" growth="positive"/>',
            "  <default_proto>",
            '    <prototype name="default" extrapop="-1" stackshift="-1" strategy="register">',
            "      <input>",
            *(_entry(name) for name in _ARGUMENTS),
            "      </input>",
            "      <output>",
            *(_entry(name) for name in _DATA_REGISTERS),
            "      </output>",
            "      <killedbycall>",
            *(f'        <register name="{name}"/>' for name in "CVZNUEL"),
            "      </killedbycall>",
            "      <unaffected>",
            *(
                f'        <register name="{name}"/>'
                for name in ("sp", "la", "lc", *(f"m{number}" for number in range(8)))
            ),
            "      </unaffected>",
            "    </prototype>",
            "  </default_proto>",
            "</compiler_spec>",
            "",
        ]
    )


def _entry(register: str) -> str:
    """Return the entry of a register that may hold an argument or a result."""
    size = {"a": 7, "b": 7, "x": 6, "y": 6}.get(register, 2 if register[0] in "rn" else _WORD_BYTES)
    return f'        <pentry minsize="1" maxsize="{size}"><register name="{register}"/></pentry>'
