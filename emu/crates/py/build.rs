//! Sets `cfg(code_generator)` if the build has `dsp56k-jit`. `Cargo.toml` lists the hosts for which it does.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(code_generator)");
    if std::env::var_os("DEP_DSP56K_JIT_AVAILABLE").is_some() {
        println!("cargo::rustc-cfg=code_generator");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
