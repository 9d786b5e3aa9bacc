//! The CPU's accesses to ports and to the memory of boards: when each begins, how long the CPU waits, who answers.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bus_clock::{Bus, BusClock, too_late};
use crate::callback::{self, Access, Addresses, AtBoard, Machine, OnMachine, Place, Unicorn};
use crate::counter::EdgeCounter;
use crate::i8254::Timer;
use crate::shared::Shared;

/// A board at some addresses.
struct Slot {
    /// First address and the one after the last.
    addresses: (u64, u64),
    /// What its offsets count from.
    base: u64,
    /// Bus clocks of a cycle, and of the recovery after it.
    clocks: u64,
    recovery: u64,
    read: Py<PyAny>,
    write: Py<PyAny>,
    /// What accesses in a row may be asked of, if the board has that.
    stream: Option<Py<PyAny>>,
    /// The board itself, if it is one that needs no Python.
    native: Option<Py<Timer>>,
}

/// Where an instruction's accesses begin, and whether it is repeated.
type Starts = (i64, i64, bool);

/// Accesses in a row that a board has answered beforehand, or takes afterwards.
struct Stream {
    addresses: (u64, u64),
    clocks: u64,
    /// Bytes to be read, or those that were written.
    bytes: Vec<u8>,
    write: bool,
    /// How many accesses there may be, and were.
    most: usize,
    done: usize,
    last: u64,
    finish: Py<PyAny>,
}

impl Stream {
    fn serves(&self, access: &Access) -> bool {
        self.done < self.most
            && self.write == access.write.is_some()
            && (self.addresses.0..self.addresses.1).contains(&access.address)
    }
}

#[derive(Default)]
struct State {
    ports: HashMap<u64, Arc<Slot>>,
    boards: Vec<Arc<Slot>>,
    starts: HashMap<(usize, u64), Starts>,
    stream: Option<Stream>,
    owner: Option<Py<PyAny>>,
}

/// What the callbacks find at the pointers they are given.
pub struct Cycles {
    shared: Arc<Shared>,
    bus: Arc<Bus>,
    unicorn: Unicorn,
    /// CPU clocks that the counter has already charged for a cycle: of a port, of memory.
    charged: (i64, i64),
    state: Mutex<State>,
}

/// Bus cycles of a machine whose clocks `counter` counts; every access of one byte is charged at the clock it began at.
///
/// `owner` says who answers: `starts(pc)` gives when reads and writes of an instruction of the present block begin, counted
/// from what is charged, and whether it is repeated; `slot(address, memory)` gives first address, the one after the last,
/// base of the offsets, clocks and recovery of a cycle, and the functions `read(offset, now)`, `write(offset, value, now)`
/// and `stream(write)` of a board, the last or None; and the board itself, if it is a `Timer`. `wide(address, size, value,
/// memory)` does an access of more bytes. What goes wrong goes to `failed(error)`, which may not raise.
///
/// `stream` is asked after an access of a repeated instruction; it gives None, or `(first, end, bytes, most, finish)`: the
/// next `most` accesses to these addresses, with nothing in between, read `bytes` or are writes. `finish(done, bytes, last)`
/// is called at their end with how many there were, what they wrote, and the time of the last.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct BusCycles {
    cycles: Box<Cycles>,
}

#[pymethods]
impl BusCycles {
    /// `unicorn` has its numbers of IP or EIP and of CS (0 in flat memory), and the addresses of `uc_reg_read` and
    /// `uc_mem_read`; `charged` are the CPU clocks that
    /// `counter` contains of a cycle at a port and of one of memory.
    #[new]
    fn new(
        counter: &EdgeCounter,
        clock: &BusClock,
        owner: Py<PyAny>,
        unicorn: (c_int, c_int, usize, usize),
        charged: (i64, i64),
    ) -> PyResult<Self> {
        let unicorn = Unicorn::at(unicorn).ok_or_else(|| PyValueError::new_err("no functions"))?;
        let (shared, bus) = (counter.shared(), Arc::clone(&clock.bus));
        let state = Mutex::new(State { owner: Some(owner), ..State::default() });
        Ok(Self { cycles: Box::new(Cycles { shared, bus, unicorn, charged, state }) })
    }

    /// Addresses of callbacks for `uc_hook_add` (IN, OUT) and `uc_mmio_map` (read, write), and of the data they want.
    fn callbacks(&self) -> Addresses {
        callback::of_boards(&*self.cycles)
    }

    /// Another board answers somewhere: what was found out before is asked again.
    fn forget(&self) {
        let mut state = self.cycles.state();
        let old = (std::mem::take(&mut state.ports), std::mem::take(&mut state.boards));
        drop(state);
        drop(old);
    }

    /// End the accesses in a row.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.cycles.finish(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A machine that runs holds the lock, and is no garbage.
        let Ok(state) = self.cycles.state.try_lock() else { return Ok(()) };
        if let Some(owner) = &state.owner {
            visit.call(owner)?;
        }
        if let Some(stream) = &state.stream {
            visit.call(&stream.finish)?;
        }
        for slot in state.ports.values().chain(&state.boards) {
            visit.call(&slot.read)?;
            visit.call(&slot.write)?;
            if let Some(stream) = &slot.stream {
                visit.call(stream)?;
            }
        }
        Ok(())
    }

    fn __clear__(&self) {
        let old = std::mem::take(&mut *self.cycles.state());
        drop(old);
    }
}

impl OnMachine for Cycles {
    fn unicorn(&self) -> &Unicorn {
        &self.unicorn
    }
}

impl AtBoard for Cycles {
    fn access(&self, machine: &Machine<'_>, access: Access) -> u64 {
        if access.size == 1 {
            let value = match access.place {
                Place::Memory => self.streamed(machine, &access),
                Place::Port => self.answered(machine, &access),
            };
            if let Some(value) = value {
                return value;
            }
        }
        callback::attached(|py| match self.ask(py, machine, &access) {
            Ok(value) => value,
            Err(failure) => {
                let owner = self.state().owner.as_ref().map(|owner| owner.clone_ref(py));
                if let Some(owner) = owner {
                    // It has no caller to raise to; a failure of its own would end here.
                    let _ = owner.call_method1(py, "failed", (failure,));
                }
                0
            }
        })
    }
}

impl Cycles {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing here panics with the lock held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One of the accesses in a row.
    fn streamed(&self, machine: &Machine<'_>, access: &Access) -> Option<u64> {
        let mut state = self.state();
        if !state.stream.as_ref()?.serves(access) {
            return None;
        }
        let pc = machine.instruction();
        let (node, clocks) = self.shared.present();
        let starts = *state.starts.get(&(node, pc))?;
        let stream = state.stream.as_mut()?;
        let (now, wait) = self.cycle(clocks + begins(starts, access), stream.clocks, 0)?;
        let value = match access.write {
            Some(value) => {
                stream.bytes.push(value as u8);
                0
            }
            None => u64::from(*stream.bytes.get(stream.done)?),
        };
        stream.done += 1;
        stream.last = now;
        drop(state);
        self.charge(pc, wait, Place::Memory);
        Some(value)
    }

    /// One to a board that needs no Python.
    fn answered(&self, machine: &Machine<'_>, access: &Access) -> Option<u64> {
        let state = self.state();
        if state.stream.is_some() {
            return None;
        }
        let slot = Arc::clone(state.ports.get(&access.address)?);
        let board = slot.native.as_ref()?.get();
        let pc = machine.instruction();
        let (node, clocks) = self.shared.present();
        let starts = *state.starts.get(&(node, pc))?;
        drop(state);
        let (now, wait) = self.cycle(clocks + begins(starts, access), slot.clocks, slot.recovery)?;
        let offset = access.address - slot.base;
        let value = match access.write {
            Some(value) => {
                board.write(offset, value as u8, now);
                0
            }
            None => board.read(offset, now).into(),
        };
        self.charge(pc, wait, Place::Port);
        Some(value)
    }

    /// An access that needs Python.
    fn ask(&self, py: Python<'_>, machine: &Machine<'_>, access: &Access) -> PyResult<u64> {
        self.finish(py)?;
        let owner = self.state().owner.as_ref().map(|owner| owner.clone_ref(py));
        let Some(owner) = owner else { return Ok(0) };
        let owner = owner.bind(py);
        let memory = access.place == Place::Memory;
        if access.size != 1 {
            return owner.call_method1("wide", (access.address, access.size, access.write, memory))?.extract();
        }
        let pc = machine.instruction();
        let slot = self.slot(owner, access)?;
        let (node, clocks) = self.shared.present();
        let starts = self.starts(owner, node, pc)?;
        let start = clocks + begins(starts, access);
        let (now, wait) = self.cycle(start, slot.clocks, slot.recovery).ok_or_else(too_late)?;
        let offset = access.address - slot.base;
        let value = match access.write {
            Some(value) => slot.write.call1(py, (offset, value as u8, now)).map(|_| 0),
            None => slot.read.call1(py, (offset, now))?.extract(py),
        }?;
        self.charge(pc, wait, access.place);
        if let (Some(stream), (_, _, true)) = (&slot.stream, starts) {
            self.offer(py, &slot, stream, access.write.is_some())?;
        }
        Ok(value)
    }

    /// Ask whether the board answers the next accesses in a row.
    fn offer(&self, py: Python<'_>, slot: &Slot, stream: &Py<PyAny>, write: bool) -> PyResult<()> {
        type Offer = (u64, u64, Vec<u8>, usize, Py<PyAny>);
        let Some((first, end, bytes, most, finish)) = stream.call1(py, (write,))?.extract::<Option<Offer>>(py)? else {
            return Ok(());
        };
        let (addresses, clocks) = ((first, end), slot.clocks);
        let offered = Stream { addresses, clocks, bytes, write, most, done: 0, last: 0, finish };
        let old = self.state().stream.replace(offered);
        drop(old);
        Ok(())
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let stream = self.state().stream.take();
        let Some(Stream { bytes, write, done: done @ 1.., last, finish, .. }) = stream else { return Ok(()) };
        let written = if write { &bytes[..] } else { &[] };
        finish.call1(py, (done, PyBytes::new(py, written), last)).map(drop)
    }

    fn slot(&self, owner: &Bound<'_, PyAny>, access: &Access) -> PyResult<Arc<Slot>> {
        type Known = (u64, u64, u64, u64, u64, Py<PyAny>, Py<PyAny>, Option<Py<PyAny>>, Option<Py<Timer>>);
        let memory = access.place == Place::Memory;
        let state = self.state();
        let holds = |slot: &&Arc<Slot>| (slot.addresses.0..slot.addresses.1).contains(&access.address);
        let known = if memory { state.boards.iter().find(holds) } else { state.ports.get(&access.address) };
        if let Some(slot) = known {
            return Ok(Arc::clone(slot));
        }
        drop(state);
        let answer: Known = owner.call_method1("slot", (access.address, memory))?.extract()?;
        let (first, end, base, clocks, recovery, read, write, stream, native) = answer;
        let slot = Arc::new(Slot { addresses: (first, end), base, clocks, recovery, read, write, stream, native });
        let mut state = self.state();
        if memory {
            state.boards.push(Arc::clone(&slot));
        } else {
            state.ports.insert(access.address, Arc::clone(&slot));
        }
        Ok(slot)
    }

    fn starts(&self, owner: &Bound<'_, PyAny>, node: usize, pc: u64) -> PyResult<Starts> {
        let known = self.state().starts.get(&(node, pc)).copied();
        if let Some(starts) = known {
            return Ok(starts);
        }
        let starts = owner.call_method1("starts", (pc,))?.extract()?;
        self.state().starts.insert((node, pc), starts);
        Ok(starts)
    }

    /// Time of the end of a bus cycle, and CPU clocks from `start` to the edge at or after it.
    fn cycle(&self, start: i64, clocks: u64, recovery: u64) -> Option<(u64, i64)> {
        let (now, end) = self.bus.cycle(u64::try_from(start).ok()?, clocks, recovery)?;
        Some((now, i64::try_from(end).ok()? - start))
    }

    fn charge(&self, pc: u64, wait: i64, place: Place) {
        let charged = if place == Place::Port { self.charged.0 } else { self.charged.1 };
        self.shared.wait(pc, (wait - charged).max(0));
    }
}

fn begins((read, write, _): Starts, access: &Access) -> i64 {
    if access.write.is_some() { write } else { read }
}
