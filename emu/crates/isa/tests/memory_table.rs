//! The build script rejects a memory.toml with an inconsistent register, and its error names the register.

#![allow(clippy::expect_used, reason = "a helper fails as a test does")]
#![allow(dead_code, reason = "the build script uses the rest of its modules")]

#[path = "../build/emit.rs"]
mod emit;
#[path = "../build/io.rs"]
mod io;
#[path = "../build/schema.rs"]
mod schema;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const TABLE: &str = include_str!("../../../dsp56k/isa/memory.toml");

/// Returns the error of the build script about the table in which one text is replaced.
fn said(old: &str, new: &str) -> String {
    assert_eq!(TABLE.matches(old).count(), 1, "{old}");
    let changed = TABLE.replace(old, new);
    let memory = toml::from_str(&changed).expect("TOML");
    io::check(&memory).expect_err(new).to_string()
}

#[test]
fn the_table_passes() {
    io::check(&toml::from_str(TABLE).expect("TOML")).expect("the table of the repository");
}

#[test]
fn an_address_must_be_in_the_order_of_the_manual() {
    assert_eq!(
        said("address = 0xFFE3\n", "address = 0xFFF8\n"),
        "PCDDR: its address must be lower than that of PBD, got $FFF8"
    );
    assert_eq!(
        said("address = 0xFFE3\n", "address = 0xFFE2\n"),
        "PBDDR: its address must be lower than that of PCDDR, got $FFE2"
    );
}

#[test]
fn the_page_must_be_complete() {
    let pcddr = TABLE.split("\n\n").find(|row| row.contains("\"PCDDR\"")).expect("the register");
    assert_eq!(said(pcddr, ""), "address $FFE3 has no register");
    assert_eq!(said("address = 0xFFE8\n", "address = 0xFFE7\n"), "HCR: address $FFE7 is reserved");
    assert_eq!(said("[0xFFC0, 0xFFDF]", "[0xFFC1, 0xFFDF]"), "address $FFC0 has no register");
    assert_eq!(said("address = 0xFFE0\n", "address = 0x0FE0\n"), "address $FFE0 has no register");
}

#[test]
fn bits_must_exist_and_must_not_overlap() {
    assert_eq!(
        said("\"SCKP\", bits = [15]", "\"SCKP\", bits = [24]"),
        "SCR.SCKP: its bits must be below bit 24, got [24]"
    );
    assert_eq!(
        said("\"SSFTD\", bits = [3]", "\"SSFTD\", bits = [2]"),
        "SCR.WDS: its bits must be below bit 2, got [2, 0]"
    );
    assert_eq!(said("\"HC\", bits = [7]", "\"HC\", bits = [8]"), "CVR.HC: its bits must be below bit 8, got [8]");
    assert_eq!(said("bits = [14, 13]", "bits = [13, 14]"), "CRA.WL: its bits must be below bit 15, got [13, 14]");
}

#[test]
fn values_resets_names_and_accesses_are_checked() {
    assert_eq!(
        said("[\"8 bits\", \"12 bits\", \"16 bits\", \"24 bits\"]", "[\"8 bits\"]"),
        "CRA.WL: expected 4 values, got 1"
    );
    assert_eq!(said("reset = 0x40\n", "reset = 0x140\n"), "SSISR: reset value $140 has bits that the register has not");
    assert_eq!(said("name = \"PBDDR\"", "name = \"PBD\""), "PBD: two registers have this name");
    let hsr = TABLE.split("\n\n").find(|row| row.contains("\"HSR\"")).expect("the register");
    assert_eq!(said(hsr, &hsr.replace("\"r\"", "\"x\"")), "HSR: access must be r, w or rw, got x");
    assert_eq!(said("offset = 3\n", "offset = 8\n"), "IVR: offset must be 0 to 7, got 8");
}

#[test]
fn the_regions_of_x_and_y_must_agree() {
    let rom = "space = \"Y\", first = 0x0100";
    assert_eq!(said(rom, "space = \"Y\", first = 0x0180"), "the regions rom of X and rom of Y must be equal");
}
