"""`prove_constant_time`: planted leaks are found and run, constant routines are proved."""

from __future__ import annotations

import random

import pytest

from dsp56k import lib
from dsp56k.lib import OperandError, Routine
from dsp56k.testing import ConstantTime, Counterexample, Declassified, Unknown, prove_constant_time
from dsp56k.testing.timing.proofs import DECLASSIFIED

SOURCE = """
        org     p:$100
compare move    x:key,x0
        move    x:guess,a
        cmp     x0,a
        jne     wrong
        move    #>1,b
        rts
wrong   clr     b
        rts

select  move    x:key,a
        move    x:guess,x0
        eor     x0,a
        clr     b       #>1,x1
        tst     a
        tne     x1,b
        rts

count   move    x:key,a
        move    #>$f,x0
        and     x0,a
        clr     b       #>1,x0
        move    a1,r1
        do      r1,counted
        add     x0,b
counted
        rts

repeat  move    x:key,n0
        rep     n0
        nop
        rts

bit     clr     b
        jclr    #3,x:key,clear
        nop
clear   rts

jump    move    #here,r0
        move    x:key,n0
        nop
        move    (r0)+n0
        nop
        jmp     (r0)
here    rts
        rts

index   move    x:key,a
        move    #>$f,x0
        and     x0,a
        move    #$40,r0
        move    a1,n0
        nop
        move    x:(r0+n0),b
        rts

across  move    x:key,a
        move    #>$f,x0
        and     x0,a
        move    #$f8,r0
        move    a1,n0
        nop
        move    x:(r0+n0),b
        rts

branch  jsr     index
        tst     b
        jne     other
        nop
other   rts

mode    move    x:key,sr
        rts

spill   clr     b
        move    x:key,x0
        move    x0,y:saved
        move    y:saved,a
        tst     a
        jpl     plus
        nop
plus    rts

endless move    #>$7fff,r0
        do      r0,endless_
        do      #64,endless2
        nop
endless2
        nop
endless_
        rts

        org     x:0
key     ds      1
guess   ds      1
        org     y:0
saved   ds      1
"""
TABLE = {"x:$40[16]": list(range(16))}


def routine(entry: str, **declared: object) -> Routine:
    return Routine.from_source(
        SOURCE,
        entry,
        inputs={"key": "x:key", "guess": "x:guess"},
        outputs={"result": "b"},
        fixed=TABLE,
        reads=["x:$f0[32]"],
        **declared,  # type: ignore[arg-type]  # any keywords
    )


@pytest.mark.parametrize("entry", ["select", "index"])
def test_constant_time_is_proved(entry: str) -> None:
    proof = prove_constant_time(routine(entry), secret=["key"])
    assert isinstance(proof, ConstantTime), proof
    assert proof
    assert proof.clocks == routine(entry)(key=3, guess=4).clocks
    assert proof.secret_bits == 24
    assert proof.secret_addresses == (entry == "index")
    assert "constant time" in str(proof)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("compare", "a branch depends on a secret"),
        ("count", "the count of DO depends on a secret"),
        ("bit", "a branch depends on a secret"),
        ("branch", "a branch depends on a secret"),
        ("spill", "a branch depends on a secret"),
    ],
)
def test_a_leak_is_run_before_it_is_shown(entry: str, reason: str) -> None:
    found = prove_constant_time(routine(entry), secret=["key"], example={"key": 5, "guess": 6})
    assert isinstance(found, Counterexample), found
    assert not found
    assert found.message.startswith(reason)
    assert found.instruction is not None
    assert found.instruction.line is not None
    assert found.chain[0] == "operand key"
    one, other = found.inputs
    assert one["guess"] == other["guess"]
    assert one["key"] != other["key"]


@pytest.mark.parametrize("entry", ["repeat", "jump", "mode"])
def test_a_use_of_a_secret_by_control_is_no_proof(entry: str) -> None:
    found = prove_constant_time(routine(entry, strict=False), secret=["key"], example={"key": 1, "guess": 0})
    assert not found
    assert "depends on a secret" in str(found)


def test_the_chain_names_the_instructions_on_the_way() -> None:
    found = prove_constant_time(routine("spill"), secret=["key"], example={"key": 5})
    assert isinstance(found, Counterexample)
    assert [link.split("`")[1] for link in found.chain[1:]] == [
        "move x:>$0000,x0",
        "move x0,y:>$0000",
        "move y:>$0000,a",
        "tst a",
    ]


def test_addresses_that_cost_the_same_are_no_leak_of_time() -> None:
    assert prove_constant_time(routine("index"), secret=["key"])
    found = prove_constant_time(routine("index"), secret=["key"], data_addresses=True)
    assert isinstance(found, Counterexample)
    found = prove_constant_time(routine("across", wait_states=3), secret=["key"], example={"key": 1})
    assert not found
    assert "external and internal memory" in str(found)


def test_a_declassified_place_is_an_assumption() -> None:
    allowed = [Declassified("compare+5", "the caller publishes whether it was right")]
    proof = prove_constant_time(routine("compare"), secret=["key"], declassified=allowed)
    assert isinstance(proof, ConstantTime)
    assert "compare+5 is declassified: the caller publishes whether it was right" in proof.assumptions
    unused = prove_constant_time(routine("select"), secret=["key"], declassified=allowed)
    assert isinstance(unused, ConstantTime)
    assert not any("declassified" in text for text in unused.assumptions)


def test_what_is_public_is_not_marked() -> None:
    assert prove_constant_time(routine("compare"), secret=["guess"], declassified=[Declassified("compare+5", "x")])
    proof = prove_constant_time(routine("bit"), secret=["guess"], example={"key": 0x123456})
    assert isinstance(proof, ConstantTime)
    assert proof.assumptions[0] == f"the path of the public inputs key={0x123456}"


def test_all_inputs_are_secret_by_default() -> None:
    assert not prove_constant_time(routine("compare"))


def test_a_place_of_memory_is_a_secret() -> None:
    assert not prove_constant_time(routine("branch"), secret=["x:$40[16]"])
    assert prove_constant_time(routine("select"), secret=["x:$40[16]"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"secret": ["kye"]}, "no input kye"),
        ({"secret": "key"}, "secret must be a list"),
        ({"example": {"kye": 1}}, "no input kye"),
        ({"declassified": [Declassified("nowhere+1", "x")]}, "nowhere"),
        ({"declassified": [Declassified(0x1_0000, "x")]}, "65536|beyond|must be"),
    ],
)
def test_an_unknown_name_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(OperandError, match=message):
        prove_constant_time(routine("select"), **arguments)  # type: ignore[arg-type]  # any keywords


def test_an_unused_declassification_is_no_assumption() -> None:
    unused = [Declassified("nowhere", "unused")]
    proof = prove_constant_time(lib.md5, secret=["data"], example={"data": bytes(10)}, declassified=unused)
    assert isinstance(proof, ConstantTime)
    assert not any("declassified" in text for text in proof.assumptions)


@pytest.mark.parametrize("what", [lib.md5, "select"])
def test_an_analysis_ends_when_its_time_is_used_up(what: object) -> None:
    arguments = {"data": bytes(10)} if what is lib.md5 else {"key": 1, "guess": 2}
    call = what if callable(what) else routine("endless", strict=False, max_clocks=10**8)
    found = prove_constant_time(call, example=arguments, seconds=1e-9)
    assert isinstance(found, Unknown)
    assert "time" in found.reason or "seconds" in found.reason


def test_secrets_that_depend_on_each_other_are_drawn_together() -> None:
    def total(a: int, b: int) -> object:
        if a + b != 100:
            raise OperandError("the sum must be 100", name="a", value=a)
        return lib.mp_add(a, b, digits=2)

    def draw(chance: random.Random) -> dict[str, int]:
        a = chance.randrange(100)
        return {"a": a, "b": 100 - a}

    example = {"a": 1, "b": 99}
    found = prove_constant_time(total, secret=["a", "b"], example=example)
    assert isinstance(found, Unknown)
    assert found.reason == "the function refuses most random secrets"
    assert isinstance(prove_constant_time(total, secret=["a", "b"], example=example, draw=draw), ConstantTime)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (lib.md5, {"data": b"x" * 60}),
        (lib.md4, {"data": b"x" * 60}),
        (lib.blowfish_encrypt, {"key": b"0123456789abcdef", "data": b"x" * 8}),
        (lib.mp_multiply, {"a": 3**100, "b": -(5**70), "digits": 9}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_functions_of_the_library_take_constant_time(function: object, arguments: dict[str, object]) -> None:
    secret = [name for name in arguments if name != "digits"]
    proof = prove_constant_time(function, secret=secret, example=arguments)  # type: ignore[arg-type]  # any keywords
    assert isinstance(proof, ConstantTime), proof
    assert proof.secret_bits > 0


def test_des_compares_a_sum_of_its_key() -> None:
    # The sum is a function of the key: it differs only if the memory has been damaged.
    arguments = {"key": bytes.fromhex("0123456789abcdef"), "iv": bytes(8), "data": b"x" * 8}
    found = prove_constant_time(lib.des_cbc_encrypt, secret=["key", "data"], example=arguments)
    assert isinstance(found, Unknown), found
    assert found.instruction is not None
    assert (found.instruction.symbol or "").startswith("check_")
    places = ["check_des+17", "check_des+28"]
    allowed = [Declassified(place, "the sum is a function of the key") for place in places]
    proof = prove_constant_time(lib.des_cbc_encrypt, secret=["key", "data"], example=arguments, declassified=allowed)
    assert isinstance(proof, ConstantTime), proof


def test_a_secret_argument_of_a_function_needs_an_example() -> None:
    with pytest.raises(OperandError, match="example must have the secret argument data"):
        prove_constant_time(lib.md5, secret=["data"])
    with pytest.raises(OperandError, match="must be bytes or an integer"):
        prove_constant_time(lib.md5, secret=["data"], example={"data": [1]})


def test_md2_compares_its_digest_with_the_state() -> None:
    # They are equal unless the memory has been damaged.
    arguments = {"data": b"x" * 20}
    found = prove_constant_time(lib.md2, secret=["data"], example=arguments)
    assert isinstance(found, Unknown), found
    assert found.instruction is not None
    assert (found.instruction.symbol or "").startswith("check_md2_digest")
    proof = prove_constant_time(lib.md2, secret=["data"], example=arguments, declassified=DECLASSIFIED["md2"])
    assert isinstance(proof, ConstantTime), proof
