//! The CPU's accesses to ports and to the memory of boards: their start, the time that the CPU waits, and the board.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::block_edges::Block;
use crate::bus_clock::{Bus, BusClock, time_overflow};
use crate::callback::{self, Access, AccessTarget, Addresses, AtBoard, Engine, Machine, OnMachine, Served, Unicorn};
use crate::counter::EdgeCounter;
use crate::i8254::Timer;
use crate::shared::{AtItem, Shared};
use crate::spread_map::SpreadMap;
use crate::string_moves::StringMoves;
use crate::traffic::CountedPorts;

/// A board at some addresses.
struct Slot {
    /// First address and the one after the last.
    addresses: (u64, u64),
    /// The address from which its offsets count.
    base: u64,
    /// Bus clocks of a cycle, and of the recovery after it.
    clocks: u64,
    recovery: u64,
    /// Bus clocks of the cycle of a word; `None` if a word takes two cycles.
    word_clocks: Option<u64>,
    read: Py<PyAny>,
    write: Py<PyAny>,
    /// The function for streams of the board, if it has one.
    stream: Option<Py<PyAny>>,
    /// The board itself, if it needs no Python.
    native: Option<NativeBoard>,
}

/// A board that needs no Python for its usual accesses.
#[derive(FromPyObject)]
enum NativeBoard {
    Timer(Py<Timer>),
    Ports(Py<CountedPorts>),
}

impl NativeBoard {
    /// Performs an access at a time in picoseconds; returns `None` if Python must perform it.
    fn access(&self, offset: u64, write: Option<u8>, now: u64) -> Option<Served> {
        match (self, write) {
            (Self::Timer(timer), Some(value)) => {
                timer.get().write(offset, value, now);
                Some(Served { value: 0, must_report: false })
            }
            (Self::Timer(timer), None) => Some(Served { value: timer.get().read(offset, now), must_report: false }),
            (Self::Ports(ports), write) => ports.get().access(offset, write, now),
        }
    }

    fn report(&self, py: Python<'_>) -> PyResult<()> {
        match self {
            Self::Timer(_) => Ok(()),
            Self::Ports(ports) => ports.get().report(py),
        }
    }
}

/// An access whose bus cycle has begun: its slot and instruction, when the instruction's accesses start, the time of
/// the access, and the CPU clocks of the cycle.
struct Begun {
    slot: Arc<Slot>,
    pc: u64,
    starts: Starts,
    now: u64,
    wait: i64,
}

/// The result of an access without Python.
enum Outcome {
    Value(u64),
    /// Python must perform the access.
    Begun(Begun),
    /// Nothing has happened.
    Unknown,
}

/// The clocks at which an instruction's accesses start, and whether it is repeated.
type Starts = (i64, i64, bool);

/// A stream: consecutive accesses that a board has served in advance, or receives afterwards.
struct Stream {
    addresses: (u64, u64),
    clocks: u64,
    /// The repeated instruction, and its latest node with the clocks at which the accesses start there.
    pc: u64,
    node: usize,
    starts: Starts,
    /// Bytes to be read, or those that were written.
    bytes: Vec<u8>,
    write: bool,
    /// The maximum number of accesses, and their number so far.
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
    ports: SpreadMap<u64, Arc<Slot>>,
    boards: Vec<Arc<Slot>>,
    starts: SpreadMap<(usize, u64), Starts>,
    stream: Option<Stream>,
    owner: Option<Py<PyAny>>,
    guard: Option<Py<PyAny>>,
}

/// The data of the callbacks.
pub struct Cycles {
    shared: Arc<Shared>,
    bus: Arc<Bus>,
    unicorn: Unicorn,
    /// CPU clocks that the counter has already charged for a cycle: of a port, of memory.
    charged: (i64, i64),
    /// Set while boards may take the bus, so that the owner arbitrates each access.
    is_arbitrated: AtomicBool,
    state: Mutex<State>,
    /// Set if moves to and from boards' memory may be executed here.
    moves: OnceLock<StringMoves>,
}

/// Bus cycles of a machine whose clocks `counter` counts. Every access that is one cycle, of a byte or of a word, is
/// charged at the clock at which it started.
///
/// `owner` has three methods. `starts(pc)` returns the clocks at which reads and writes of an instruction of the
/// current block start, counted from the charged clocks, and whether it is repeated. `slot(address, memory)` returns
/// first address, the one after the last, base of the offsets, clocks and recovery of a cycle, clocks of the cycle of a
/// word or None, and the functions `read(offset, now)`, `write(offset, value, now)` and `stream(write)` of a board, the
/// last or None; and the board itself, if it is a `Timer` or native `CountedPorts`. `guard.interruptible` is true while
/// one of them runs. `access(address, size, value, memory)` performs an access that takes more cycles, one where `slot`
/// returns None, and all accesses while `arbitrate` is set. An exception is passed to `failed(error)`, which must not
/// raise.
///
/// `stream` is called after an access of a repeated instruction. It returns None, or `(first, end, bytes, most,
/// finish)`: the next `most` accesses to these addresses, without others between them, read `bytes` or are writes.
/// `finish(done, bytes, last)` is called at their end with their number, the bytes written, and the time of the last.
#[pyclass(frozen, module = "dsp56k.host._pc")]
pub struct BusCycles {
    cycles: Arc<Cycles>,
}

#[pymethods]
impl BusCycles {
    /// Returns the bus cycles. `unicorn` has its numbers of IP or EIP and of CS (0 in flat memory), and the addresses
    /// of `uc_reg_read` and `uc_mem_read`. `charged` are the CPU clocks that `counter` contains of a cycle at a port
    /// and of one of memory.
    #[new]
    fn new(
        counter: &EdgeCounter,
        clock: &BusClock,
        owner: Py<PyAny>,
        guard: Py<PyAny>,
        unicorn: (c_int, c_int, usize, usize),
        charged: (i64, i64),
    ) -> PyResult<Self> {
        let unicorn = Unicorn::at(unicorn).ok_or_else(|| PyValueError::new_err("no functions"))?;
        let (shared, bus) = (counter.shared(), Arc::clone(&clock.bus));
        let state = Mutex::new(State { owner: Some(owner), guard: Some(guard), ..State::default() });
        let (is_arbitrated, moves) = (AtomicBool::new(false), OnceLock::new());
        Ok(Self { cycles: Arc::new(Cycles { shared, bus, unicorn, charged, is_arbitrated, state, moves }) })
    }

    /// Lets streams of REP MOVSB execute here instead of in Unicorn. Nothing else may observe the machine's accesses to
    /// RAM.
    ///
    /// `registers` has Unicorn's numbers of (E)CX, (E)SI, (E)DI, EFLAGS, and of DS and ES or 0 in flat memory;
    /// `reg_write` is the address of `uc_reg_write`. `boards` is the first address of boards' memory. `ram` has first
    /// address, size and the host's address of each area of RAM, valid as long as the hooks are set; `code` has the
    /// first addresses of pages with code, and those after them.
    fn move_strings(
        &self,
        registers: (c_int, c_int, c_int, c_int, c_int, c_int),
        reg_write: usize,
        boards: u64,
        ram: Vec<(u64, u64, usize)>,
        code: Vec<(u64, u64)>,
    ) -> PyResult<()> {
        let moves = StringMoves::new(registers, reg_write, boards, ram, code);
        let moves = moves.ok_or_else(|| PyValueError::new_err("no functions"))?;
        let _ = self.cycles.moves.set(moves);
        let items: std::sync::Weak<Cycles> = Arc::downgrade(&self.cycles);
        self.cycles.shared.set_items(items);
        Ok(())
    }

    /// Returns the addresses of callbacks for `uc_hook_add` (IN, OUT) and `uc_mmio_map` (read, write), and of their
    /// data.
    fn callbacks(&self) -> Addresses {
        callback::of_boards(&*self.cycles)
    }

    /// Sets whether the owner performs all accesses, because boards may take the bus.
    fn arbitrate(&self, is_arbitrated: bool) {
        self.cycles.is_arbitrated.store(is_arbitrated, Ordering::Relaxed);
    }

    /// Clears the known slots and starts, because the boards have changed.
    fn forget(&self) {
        let mut state = self.cycles.state();
        let old = (std::mem::take(&mut state.ports), std::mem::take(&mut state.boards));
        drop(state);
        drop(old);
    }

    /// Ends the current stream.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.cycles.finish(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A running machine holds the lock, and is in use.
        let Ok(state) = self.cycles.state.try_lock() else { return Ok(()) };
        for object in [&state.owner, &state.guard].into_iter().flatten() {
            visit.call(object)?;
        }
        if let Some(stream) = &state.stream {
            visit.call(&stream.finish)?;
        }
        for slot in state.ports.values().chain(&state.boards) {
            visit.call(&slot.read)?;
            visit.call(&slot.write)?;
            match &slot.native {
                Some(NativeBoard::Timer(timer)) => visit.call(timer)?,
                Some(NativeBoard::Ports(ports)) => visit.call(ports)?,
                None => {}
            }
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

impl AtItem for Cycles {
    fn execute_items(&self, block: Block, engine: Engine) {
        let Some(moves) = self.moves.get() else { return };
        let mut state = self.state();
        let State { stream, starts, .. } = &mut *state;
        let Some(stream) = stream else { return };
        let machine = self.unicorn.machine(engine);
        let Some(items) = moves.items(&machine, block, stream.write, stream.addresses) else { return };
        let most = items.most.min(stream.most - stream.done);
        if most == 0 {
            return;
        }
        let (mut done, mut waits) = (0, 0);
        while done < most && !self.shared.state.is_over_limit() {
            let (node, clocks) = self.shared.current();
            if stream.node != node {
                let Some(starts) = starts.get(&(node, stream.pc)) else { break };
                (stream.node, stream.starts) = (node, *starts);
            }
            let begin = if stream.write { stream.starts.1 } else { stream.starts.0 };
            let Some((item_clocks, target)) = self.shared.take(node, block) else { break };
            let Some((now, wait)) = self.cycle(clocks + begin, stream.clocks, 0) else { break };
            let wait = (wait - self.charged.1).max(0);
            waits += wait;
            self.shared.state.go(wait + item_clocks, target);
            stream.last = now;
            done += 1;
        }
        self.shared.record_wait(stream.pc, waits);
        if stream.write {
            moves.load(&items, done, &mut stream.bytes);
        } else {
            moves.store(&items, stream.bytes.get(stream.done..stream.done + done).unwrap_or_default());
        }
        stream.done += done;
        moves.advance(&machine, done);
    }
}

impl AtBoard for Cycles {
    fn access(&self, machine: &Machine<'_>, access: Access) -> u64 {
        let outcome = match access.target {
            _ if self.is_by_owner(&access) => Outcome::Unknown,
            AccessTarget::Memory => self.access_stream(&access).map_or(Outcome::Unknown, Outcome::Value),
            AccessTarget::Port if access.size == 1 => self.access_native(machine, &access),
            AccessTarget::Port => Outcome::Unknown,
        };
        let begun = match outcome {
            Outcome::Value(value) => return value,
            Outcome::Begun(begun) => Some(begun),
            Outcome::Unknown => None,
        };
        callback::attached(|py| match self.call_python(py, machine, &access, begun) {
            Ok(value) => value,
            Err(failure) => {
                self.fail(py, failure);
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

    /// Returns true if the owner performs an access at any board.
    fn is_by_owner(&self, access: &Access) -> bool {
        let is_one_cycle = access.size == 1 || access.is_word_at_port();
        !is_one_cycle || self.is_arbitrated.load(Ordering::Relaxed)
    }

    /// Serves an access of the current stream.
    fn access_stream(&self, access: &Access) -> Option<u64> {
        let mut state = self.state();
        let State { stream, starts, .. } = &mut *state;
        let stream = stream.as_mut().filter(|stream| stream.serves(access))?;
        // All accesses of a stream are those of one instruction.
        let pc = stream.pc;
        let (node, clocks) = self.shared.current();
        if stream.node != node {
            (stream.node, stream.starts) = (node, *starts.get(&(node, pc))?);
        }
        let (now, wait) = self.cycle(clocks + begins(stream.starts, access), stream.clocks, 0)?;
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
        self.charge(pc, wait, AccessTarget::Memory);
        Some(value)
    }

    /// Serves an access to a board that needs no Python.
    fn access_native(&self, machine: &Machine<'_>, access: &Access) -> Outcome {
        let Some(begun) = self.begin_native(machine, access) else { return Outcome::Unknown };
        let Begun { slot, pc, now, wait, .. } = &begun;
        let Some(board) = &slot.native else { return Outcome::Begun(begun) };
        let write = access.write.map(|value| value as u8);
        let Some(Served { value, must_report }) = board.access(access.address - slot.base, write, *now) else {
            return Outcome::Begun(begun);
        };
        if must_report && let Err(failure) = callback::attached(|py| self.report(py, board)) {
            callback::attached(|py| self.fail(py, failure));
            return Outcome::Value(0);
        }
        self.charge(*pc, *wait, AccessTarget::Port);
        Outcome::Value(value.into())
    }

    /// Begins the bus cycle of an access to a board that needs no Python; returns `None` for other boards, and if
    /// Python must be called before.
    fn begin_native(&self, machine: &Machine<'_>, access: &Access) -> Option<Begun> {
        let state = self.state();
        if state.stream.is_some() {
            return None;
        }
        let slot = state.ports.get(&access.address)?;
        slot.native.as_ref()?;
        let slot = Arc::clone(slot);
        let pc = machine.instruction();
        let (node, clocks) = self.shared.current();
        let starts = *state.starts.get(&(node, pc))?;
        drop(state);
        let (now, wait) = self.cycle(clocks + begins(starts, access), slot.clocks, slot.recovery)?;
        Some(Begun { slot, pc, starts, now, wait })
    }

    /// Lets a board report the changes of an access.
    fn report(&self, py: Python<'_>, board: &NativeBoard) -> PyResult<()> {
        let Some(guard) = self.state().guard.as_ref().map(|guard| guard.clone_ref(py)) else { return Ok(()) };
        let guard = guard.bind(py);
        guard.setattr(intern!(py, "interruptible"), true)?;
        board.report(py)?;
        guard.setattr(intern!(py, "interruptible"), false)
    }

    /// Passes an exception to the owner.
    fn fail(&self, py: Python<'_>, failure: PyErr) {
        let owner = self.state().owner.as_ref().map(|owner| owner.clone_ref(py));
        if let Some(owner) = owner {
            // It has no caller to raise to; an exception that it raises ends here.
            let _ = owner.call_method1(py, "failed", (failure,));
        }
    }

    /// Serves an access that needs Python.
    fn call_python(
        &self,
        py: Python<'_>,
        machine: &Machine<'_>,
        access: &Access,
        begun: Option<Begun>,
    ) -> PyResult<u64> {
        self.finish(py)?;
        let state = self.state();
        let (Some(owner), Some(guard)) = (&state.owner, &state.guard) else { return Ok(0) };
        let (owner, guard) = (owner.clone_ref(py), guard.clone_ref(py));
        drop(state);
        let (owner, guard) = (owner.bind(py), guard.bind(py));
        let memory = access.target == AccessTarget::Memory;
        let begun = match begun {
            None if self.is_by_owner(access) => None,
            None => self.begin(owner, machine, access)?,
            begun => begun,
        };
        let Some(Begun { slot, pc, starts, now, wait }) = begun else {
            return owner.call_method1("access", (access.address, access.size, access.write, memory))?.extract();
        };
        let offset = access.address - slot.base;
        guard.setattr(intern!(py, "interruptible"), true)?;
        let mut value = 0;
        for byte in 0..u64::from(access.size) {
            if let Some(written) = access.write {
                slot.write.call1(py, (offset + byte, (written >> (8 * byte)) as u8, now))?;
            } else {
                // A device drives eight data lines.
                let read: i64 = slot.read.call1(py, (offset + byte, now))?.extract(py)?;
                value |= (read as u64 & 0xFF) << (8 * byte);
            }
        }
        guard.setattr(intern!(py, "interruptible"), false)?;
        self.charge(pc, wait, access.target);
        if let (Some(stream), (_, _, true)) = (&slot.stream, starts) {
            self.start_stream(py, &slot, stream, access.write.is_some(), (pc, starts))?;
        }
        Ok(value)
    }

    /// Begins the bus cycle of an access; returns `None` if the owner performs it.
    fn begin(&self, owner: &Bound<'_, PyAny>, machine: &Machine<'_>, access: &Access) -> PyResult<Option<Begun>> {
        let pc = machine.instruction();
        let Some(slot) = self.slot(owner, access)? else { return Ok(None) };
        let bus_clocks = if access.size == 1 { Some(slot.clocks) } else { slot.word_clocks };
        let Some(bus_clocks) = bus_clocks else { return Ok(None) };
        let (node, clocks) = self.shared.current();
        let starts = self.starts(owner, node, pc)?;
        let start = clocks + begins(starts, access);
        let (now, wait) = self.cycle(start, bus_clocks, slot.recovery).ok_or_else(time_overflow)?;
        Ok(Some(Begun { slot, pc, starts, now, wait }))
    }

    /// Starts a stream if the board offers one.
    fn start_stream(
        &self,
        py: Python<'_>,
        slot: &Slot,
        stream: &Py<PyAny>,
        write: bool,
        (pc, starts): (u64, Starts),
    ) -> PyResult<()> {
        type Offer = (u64, u64, Vec<u8>, usize, Py<PyAny>);
        let Some((first, end, bytes, most, finish)) = stream.call1(py, (write,))?.extract::<Option<Offer>>(py)? else {
            return Ok(());
        };
        let (addresses, clocks) = ((first, end), slot.clocks);
        let node = self.shared.current().0;
        let offered = Stream { addresses, clocks, pc, node, starts, bytes, write, most, done: 0, last: 0, finish };
        let old = self.state().stream.replace(offered);
        drop(old);
        self.shared.set_repeated(Some(pc));
        Ok(())
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let stream = self.state().stream.take();
        self.shared.set_repeated(None);
        let Some(Stream { bytes, write, done: done @ 1.., last, finish, .. }) = stream else { return Ok(()) };
        let written = if write { &bytes[..] } else { &[] };
        finish.call1(py, (done, PyBytes::new(py, written), last)).map(drop)
    }

    fn slot(&self, owner: &Bound<'_, PyAny>, access: &Access) -> PyResult<Option<Arc<Slot>>> {
        type Functions = (Py<PyAny>, Py<PyAny>, Option<Py<PyAny>>);
        type Known = (u64, u64, u64, u64, u64, Option<u64>, Functions, Option<NativeBoard>);
        let memory = access.target == AccessTarget::Memory;
        let state = self.state();
        let holds = |slot: &&Arc<Slot>| (slot.addresses.0..slot.addresses.1).contains(&access.address);
        let known = if memory { state.boards.iter().find(holds) } else { state.ports.get(&access.address) };
        if let Some(slot) = known {
            return Ok(Some(Arc::clone(slot)));
        }
        drop(state);
        let answer: Option<Known> = owner.call_method1("slot", (access.address, memory))?.extract()?;
        let Some((first, end, base, clocks, recovery, word_clocks, functions, native)) = answer else {
            return Ok(None);
        };
        let (addresses, (read, write, stream)) = ((first, end), functions);
        let slot = Arc::new(Slot { addresses, base, clocks, recovery, word_clocks, read, write, stream, native });
        let mut state = self.state();
        if memory {
            state.boards.push(Arc::clone(&slot));
        } else {
            state.ports.insert(access.address, Arc::clone(&slot));
        }
        Ok(Some(slot))
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

    /// Returns the time of the end of a bus cycle, and the CPU clocks from `start` to the edge at or after it.
    fn cycle(&self, start: i64, clocks: u64, recovery: u64) -> Option<(u64, i64)> {
        let (now, end) = self.bus.cycle(u64::try_from(start).ok()?, clocks, recovery)?;
        Some((now, i64::try_from(end).ok()? - start))
    }

    fn charge(&self, pc: u64, wait: i64, target: AccessTarget) {
        let charged = if target == AccessTarget::Port { self.charged.0 } else { self.charged.1 };
        self.shared.wait(pc, (wait - charged).max(0));
    }
}

fn begins((read, write, _): Starts, access: &Access) -> i64 {
    if access.write.is_some() { write } else { read }
}
