//! The memories: internal RAM and ROM, and the external RAM on port A (UM 3-7 to 3-14).

mod boot;
pub mod device;
pub(crate) mod external_ram;
mod map;
pub(crate) mod ram_mapping;
pub(crate) mod rom;
pub(crate) mod soft_tlb;

use crate::bits::omr;
use crate::memory::boot::BOOT_ROM;
use crate::memory::device::Device;
use crate::memory::external_ram::ExternalRam;
pub use crate::memory::map::Region;
pub(crate) use crate::memory::map::{DATA_WORDS, IO_PAGE, PROGRAM_WORDS};
use crate::memory::map::{PAGE_WORDS, ROM_END};
pub use crate::memory::ram_mapping::{FRAMES, RamMapping};
use crate::memory::rom::data_rom;
use crate::space::Space;

/// Marks in an integer.
const BITS: u16 = u64::BITS as u16;

/// An access to an unmapped address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnmappedAccess {
    pub space: Space,
    pub address: u16,
    pub write: bool,
    pub pc: u16,
    pub clocks: u64,
}

/// A device on port A.
pub(crate) struct DeviceRegion {
    pub space: Space,
    pub first: u16,
    pub last: u16,
    pub device: Box<dyn Device>,
}

/// Addresses for which the board asserts WT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitRegion {
    pub space: Space,
    pub first: u16,
    pub last: u16,
    /// Wait states of an access.
    pub waits: u16,
}

/// WT makes at least two wait states (Table 9-3).
const MIN_WT_WAIT_STATES: u64 = 2;

/// All memories of the chip and of the board on its port A; the data RAM is the first field (see `Core`).
#[repr(C)]
pub(crate) struct Memory {
    /// Words of the data RAM are sign-extended, those of all other memories are not.
    pub x_ram: [i32; DATA_WORDS as usize],
    pub y_ram: [i32; DATA_WORDS as usize],
    p_ram: [u32; PROGRAM_WORDS as usize],
    /// A mark for each initialised word of it.
    pub p_stored: [u64; (PROGRAM_WORDS / BITS) as usize],
    /// A run ends before it executes an uninitialised word.
    pub refuses_unloaded: bool,
    pub external: ExternalRam,
    pub devices: Vec<DeviceRegion>,
    /// The settings of the board's wait-state logic, the most recent last.
    pub slow: Vec<WaitRegion>,
    /// OMR as the memory map uses it: one instruction late (UM 8-2, 8-3).
    pub map: u8,
    /// The value of undriven data lines.
    pub open_bus: u32,
    pub unmapped: Vec<UnmappedAccess>,
    pub unmapped_count: u64,
}

impl Memory {
    /// Number of unmapped accesses that are recorded; newer ones replace older ones.
    pub const MAX_UNMAPPED: usize = 64;

    /// Returns memory of zeros, with separate RAM at every external address.
    pub fn new() -> Self {
        Self {
            x_ram: [0; DATA_WORDS as usize],
            y_ram: [0; DATA_WORDS as usize],
            p_ram: [0; PROGRAM_WORDS as usize],
            p_stored: [0; (PROGRAM_WORDS / BITS) as usize],
            refuses_unloaded: false,
            external: ExternalRam::new(),
            devices: Vec::new(),
            slow: Vec::new(),
            map: 0,
            open_bus: 0,
            unmapped: Vec::new(),
            unmapped_count: 0,
        }
    }

    /// Returns the wait states of an access by WT; 0 if it is not asserted.
    pub fn board_wait_states(&self, space: Space, address: u16) -> u64 {
        let here = |region: &&WaitRegion| region.space == space && (region.first..=region.last).contains(&address);
        match self.slow.iter().rev().find(here) {
            Some(region) if region.waits != 0 => u64::from(region.waits).max(MIN_WT_WAIT_STATES),
            _ => 0,
        }
    }

    /// Returns the region that the DSP's access to an address selects in the current map.
    pub fn region(&self, space: Space, address: u16) -> Region {
        let mode = self.map & omr::MODE;
        match space {
            Space::P if address >= PROGRAM_WORDS || mode == 3 => Region::External,
            Space::P => Region::Ram,
            _ if address < DATA_WORDS => Region::Ram,
            _ if address < ROM_END && self.map & omr::DE != 0 => Region::Rom,
            Space::X if address >= IO_PAGE => Region::Peripheral,
            _ => Region::External,
        }
    }

    /// Returns a program word as a fetch or MOVEM reads it, without wait states and devices. The boot ROM repeats every
    /// 32 words where it is mapped (UM 3-11).
    pub fn program_word(&self, address: u16) -> u32 {
        self.program_word_in(self.region(Space::P, address), address)
    }

    /// Works as `program_word` with the region known to the caller.
    #[inline]
    pub fn program_word_in(&self, region: Region, address: u16) -> u32 {
        match region {
            Region::External => self.external_word(Space::P, address),
            _ if self.map & omr::MODE == 1 => BOOT_ROM[usize::from(address) % BOOT_ROM.len()],
            _ => self.p_ram[usize::from(address) % self.p_ram.len()],
        }
    }

    /// Stores to the program RAM, also under the boot ROM (UM 3-11).
    pub fn set_program_ram(&mut self, address: u16, word: u32) {
        let place = address % PROGRAM_WORDS;
        self.p_ram[usize::from(place)] = word;
        self.p_stored[usize::from(place / BITS)] |= 1 << (place % BITS);
    }

    /// Returns the complete program RAM, for a snapshot.
    pub fn program_ram(&mut self) -> &mut [u32] {
        &mut self.p_ram
    }

    /// Returns true if fetching a program word of a region only reads memory: no device responds, the address is
    /// mapped, and the word is initialised if runs require that.
    #[inline]
    pub fn fetches_plainly(&self, region: Region, address: u16) -> bool {
        let external = region == Region::External;
        !(external && (self.device_at(Space::P, address).is_some() || !self.is_mapped(Space::P, address)))
            && !self.is_refused(address)
    }

    /// Returns true if a program word is uninitialised and runs require initialised ones.
    pub fn is_refused(&self, address: u16) -> bool {
        if !self.refuses_unloaded {
            return false;
        }
        if self.region(Space::P, address) == Region::External {
            return self.device_at(Space::P, address).is_none() && !self.external.is_stored(Space::P, address);
        }
        let place = address % PROGRAM_WORDS;
        let stored = self.p_stored[usize::from(place / BITS)] >> (place % BITS) & 1 != 0;
        // The boot ROM holds its program.
        self.map & omr::MODE != 1 && !stored
    }

    /// Returns true if external RAM is mapped at the address.
    #[inline]
    pub fn is_mapped(&self, space: Space, address: u16) -> bool {
        self.external.is_mapped(space, address)
    }

    /// Returns a word of external RAM, or the open-bus value of an unmapped address.
    #[inline]
    pub fn external_word(&self, space: Space, address: u16) -> u32 {
        self.external.word(space, address).unwrap_or(self.open_bus)
    }

    /// Returns the index of the device that responds at a port A address.
    pub fn device_at(&self, space: Space, address: u16) -> Option<usize> {
        self.devices.iter().position(|d| d.space == space && (d.first..=d.last).contains(&address))
    }

    fn rom(space: Space) -> &'static [u32; PAGE_WORDS] {
        let rom = data_rom();
        if space == Space::X { &rom.x } else { &rom.y }
    }

    /// Returns a word of the data ROM.
    pub fn rom_word(space: Space, address: u16) -> u32 {
        Self::rom(space)[usize::from(address) % PAGE_WORDS]
    }

    /// Returns the words of a page of memory that a read returns without side effects, up to the last such word.
    /// Returns `None` if the word at the address is not among them, or in the data RAM.
    pub fn readable_words(&self, space: Space, address: u16) -> Option<&[u32]> {
        let first = address - address % PAGE_WORDS as u16;
        match self.region(space, address) {
            Region::Rom => Some(&Self::rom(space)[..]),
            // The boot ROM repeats every 32 words.
            Region::Ram if space == Space::P && self.map & omr::MODE != 1 => {
                let start = usize::from(first);
                Some(&self.p_ram[start..start + PAGE_WORDS])
            }
            Region::External => {
                let count = self.plain_words(space, address)?;
                Some(&self.external.page_words(space, first)?[..count])
            }
            _ => None,
        }
    }

    /// Returns the words of a page of memory that a write changes without side effects except for the mark of an
    /// initialised word, up to the last such word. Returns `None` if the word at the address is not among them.
    pub fn writable_words(&mut self, space: Space, address: u16) -> Option<&mut [u32]> {
        let first = address - address % PAGE_WORDS as u16;
        if self.region(space, address) != Region::External {
            return None;
        }
        let count = self.plain_words(space, address)?;
        Some(&mut self.external.plain_page_mut(space, first)?.words[..count])
    }

    /// Returns the number of words of a page on port A, starting at its first, that are RAM, if only RAM responds in
    /// it.
    fn plain_words(&self, space: Space, address: u16) -> Option<usize> {
        let first = address - address % PAGE_WORDS as u16;
        let last = first + (PAGE_WORDS - 1) as u16;
        let responds = |device: &DeviceRegion| device.space == space && device.first <= last && device.last >= first;
        if self.devices.iter().any(responds) || !self.is_mapped(space, address) {
            return None;
        }
        // The internal peripherals are in X.
        let end = if space == Space::X { u32::from(IO_PAGE) } else { 1 << u16::BITS };
        let count = self.external.limit(space).min(end) - u32::from(first);
        Some((count as usize).min(PAGE_WORDS))
    }

    /// Counts and records an access to an unmapped address.
    pub fn record_unmapped(&mut self, access: UnmappedAccess) {
        self.unmapped_count += 1;
        if self.unmapped.len() == Self::MAX_UNMAPPED {
            self.unmapped.remove(0);
        }
        self.unmapped.push(access);
    }
}
