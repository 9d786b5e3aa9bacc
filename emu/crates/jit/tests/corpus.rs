//! The inputs that the fuzz target has kept, each for a path that no other input takes: `make fuzz-coverage`.

mod comparison;

use std::fs;
use std::path::Path;

#[test]
fn engines_agree_on_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/compiled_code");
    let files = fs::read_dir(corpus).expect("the corpus is part of the sources");
    let inputs = files.map(|file| fs::read(file.expect("an entry").path()).expect("a file"));
    let compared = inputs.filter(|input| comparison::compare_engines(input)).count();
    assert!(compared >= 100, "the corpus has {compared} inputs");
}
