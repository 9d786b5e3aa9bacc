//! A symbol file for Linux `perf`: `/tmp/perf-PID.map` names the machine code of each region.
//!
//! A line is `ADDRESS SIZE NAME`, with both numbers in hexadecimal. `perf report` reads the file of a process for
//! addresses that belong to no file (`tools/perf/Documentation/jit-interface.txt` of Linux).
//!
//! Every user can create files in `/tmp`, so another user may have put a link or a file at that name. A line is
//! written only to a regular file of the user with one name. The file is opened for each line, because the number of
//! the process changes with a fork.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Directory in which `perf` expects the file.
const DIRECTORY: &str = "/tmp";
/// The user reads and writes the file.
#[cfg(unix)]
const MODE: u32 = 0o600;

/// Symbol file of the running process.
#[derive(Clone, Copy)]
pub struct PerfMap {
    owner: u32,
}

impl PerfMap {
    /// Creates the file if it does not exist. `owner` is the number of the process's effective user.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if it may belong to another user.
    pub fn new(owner: u32) -> io::Result<Self> {
        let path = path();
        let describe = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        open(&path, owner).map_err(describe)?;
        Ok(Self { owner })
    }

    /// Appends the line of a region that begins at the program address `pc`.
    ///
    /// # Errors
    ///
    /// Returns an error as `new` does.
    pub(crate) fn append(self, code: *const u8, size_bytes: usize, pc: u16) -> io::Result<()> {
        // One call writes the line, so lines of other threads do not mix with it.
        open(&path(), self.owner)?.write_all(line(code as usize, size_bytes, pc).as_bytes())
    }
}

fn path() -> PathBuf {
    Path::new(DIRECTORY).join(format!("perf-{}.map", std::process::id()))
}

fn line(address: usize, size_bytes: usize, pc: u16) -> String {
    format!("{address:x} {size_bytes:x} dsp56k:P:${pc:04X}\n")
}

/// Opens a symbol file to append to it. A link is not followed, and a pipe without a reader does not block.
#[cfg(unix)]
fn open(path: &Path, owner: u32) -> io::Result<File> {
    use std::fs::OpenOptions;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};

    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC;
    let file = OpenOptions::new().append(true).create(true).mode(MODE).custom_flags(flags).open(path)?;
    let found = file.metadata()?;
    let refused = |reason| Err(io::Error::new(ErrorKind::PermissionDenied, reason));
    match found {
        _ if !found.is_file() => refused("it is not a regular file"),
        _ if found.uid() != owner => refused("it belongs to another user"),
        _ if found.nlink() != 1 => refused("the file has another name"),
        _ => Ok(file),
    }
}

/// Returns an error: `perf` is a program of Linux.
#[cfg(not(unix))]
fn open(_path: &Path, _owner: u32) -> io::Result<File> {
    Err(io::Error::from(ErrorKind::Unsupported))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{line, open};
    use std::fs;
    use std::io::Write;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn a_line_is_what_perf_reads() {
        assert_eq!(line(0x7F00_1000, 0x2C0, 0x40), "7f001000 2c0 dsp56k:P:$0040\n");
    }

    #[test]
    fn only_a_file_of_the_user_with_one_name_is_opened() {
        let directory = std::env::temp_dir().join(format!("dsp56k-perf-map-{}", std::process::id()));
        fs::create_dir(&directory).expect("a new directory");
        let (map, link, other) = (directory.join("map"), directory.join("link"), directory.join("other"));
        let owner = directory.metadata().expect("the directory").uid();
        for text in ["one\n", "two\n"] {
            open(&map, owner).and_then(|mut file| file.write_all(text.as_bytes())).expect("a file of the user");
        }
        assert_eq!(fs::read_to_string(&map).expect("the file"), "one\ntwo\n");
        assert_eq!(map.metadata().expect("the file").permissions().mode() & 0o777, 0o600);
        assert!(open(&map, owner + 1).is_err());
        symlink(&map, &link).expect("a symbolic link");
        assert!(open(&link, owner).is_err());
        fs::hard_link(&map, &other).expect("a hard link");
        assert!(open(&map, owner).is_err());
        assert!(open(&directory, owner).is_err());
        fs::remove_dir_all(&directory).expect("the directory");
    }
}
