"""Ghidra's decompiler, by the package flatline: decompiles functions and prints a line of JSON for each.

decompiler.py starts it with a Python that has flatline (3.13 or later), and writes a request into its standard input:
the runtime directory, the language, the image of P memory in hexadecimal, and the addresses of functions. Each function
has its own process, because the decompiler cannot be interrupted, and CPU_SECONDS of processor time.
"""

import json
import os
import resource
import sys

from flatline import DecompileRequest, decompile_function

CPU_SECONDS = 20
"""The slowest routine takes 2 s in the default variant. One that never ends is stopped."""
WORD_BYTES = 3


def main() -> None:
    """Decompile the functions of a request."""
    request = json.load(sys.stdin)
    image = bytes.fromhex(request["image"])
    for address in request["addresses"]:
        sys.stdout.write(f"{json.dumps(_result(request, image, address))}\n")
        sys.stdout.flush()


def _result(request: dict[str, str], image: bytes, address: int) -> dict[str, object]:
    """Return the text, the warnings, the error and the processor time of a function."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        found = decompile_function(
            DecompileRequest(
                memory_image=image,
                base_address=0,
                function_address=address * WORD_BYTES,
                language_id=request["language"],
                runtime_data_dir=request["runtime"],
            )
        )
        error = found.error.message if found.error else ""
        with os.fdopen(writer, "w") as pipe:
            json.dump({"text": found.c_code, "error": error, "warnings": [one.message for one in found.warnings]}, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    _, status, usage = os.wait4(child, 0)
    result: dict[str, object] = (
        json.loads(answer) if not status else {"error": f"no result in {CPU_SECONDS} s: status {status}"}
    )
    return result | {"address": address, "seconds": round(usage.ru_utime + usage.ru_stime, 2)}


main()
