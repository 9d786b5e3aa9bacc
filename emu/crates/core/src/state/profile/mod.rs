//! The profile of a run: its clocks at each address in each function, and by the calls that led to it.
//!
//! A function is the target of a call, an interrupt or the start of the profile, named by its address. A frame ends
//! when a return continues at the address that its call has pushed. A frame whose return address the program has
//! removed from the stack ends at a jump to that address or into its caller.

mod counts;

pub(crate) use counts::AREAS;
pub use counts::{Call, Event, Spent};

use std::collections::HashMap;

/// Addresses whose counts are contiguous.
pub(crate) const PAGE: usize = 256;
/// Maximum number of functions and pages; further ones count as their caller's.
const FUNCTIONS: usize = 1024;
const PAGES: usize = 8192;
/// Maximum number of calls by site and caller.
const CALLS: usize = 1 << 16;
/// Size of the cache of calls.
const NEAR: usize = 256;
/// Maximum number of open frames: a program that never returns loses them all here.
const DEEPEST: usize = 256;
/// Locations of the system stack, each of which a call takes (UM 5-13).
const STACK_LOCATIONS: usize = 16;

/// Maximum number of words after a call that a routine may read as its parameters and skip.
const MAX_PARAMETERS: u16 = 64;

#[derive(Clone)]
struct Frame {
    call: u32,
    returns_to: u16,
    sp: u8,
    entered: u64,
    interrupt: bool,
}

/// A call by its caller, its site and its target.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Edge {
    parent: Option<u32>,
    site: u16,
    callee: u16,
    interrupt: bool,
}

/// The counts of a profile, which accumulate over all its runs.
#[derive(Clone)]
pub struct Profile {
    /// Counts in pages.
    spent: Vec<Spent>,
    /// Each function by number: the address, and for each page one more than its index in `spent`.
    functions: Vec<(u16, Box<[u32; PAGE]>)>,
    numbers: HashMap<u16, u16>,
    calls: Vec<Call>,
    edges: HashMap<Edge, u32>,
    /// Cache of calls, by the low bits of their site.
    near: [u32; NEAR],
    frames: Vec<Frame>,
    root: u32,
    events: Vec<Event>,
    most_events: usize,
    /// The functions, pages, calls or open frames exceeded their maximum.
    pub merged: bool,
    /// There were more events than the maximum.
    pub events_lost: bool,
    /// The system had no more memory for counts, so that some are missing.
    pub(crate) is_out_of_memory: bool,
    /// All clocks counted.
    pub clocks: u64,
    /// The clock since power-up up to which all clocks are counted.
    pub(crate) seen: u64,
    /// The clock since which the current call is charged.
    since: u64,
    /// Clocks of the current instruction, which has stalled, that passed before the profile began.
    pub(crate) earlier: u64,
    /// The counts with the stall of the current instruction. If it is the first one of a vector, its stall belongs to
    /// the interrupted function, because the vector begins with its execution.
    pub(crate) stalled: Option<usize>,
    /// The current page, and the address executed last.
    page: usize,
    last: u16,
    /// A call or a return has led to another function.
    pub(crate) moved: bool,
}

impl Profile {
    /// Returns an empty profile that stores `most_events` calls and returns in their order.
    #[must_use]
    pub fn new(most_events: usize) -> Self {
        Self {
            spent: Vec::new(),
            functions: Vec::new(),
            numbers: HashMap::new(),
            calls: Vec::new(),
            edges: HashMap::new(),
            near: [0; NEAR],
            frames: Vec::new(),
            root: 0,
            events: Vec::new(),
            most_events,
            merged: false,
            events_lost: false,
            is_out_of_memory: false,
            clocks: 0,
            seen: 0,
            since: 0,
            earlier: 0,
            stalled: None,
            page: 0,
            last: 0,
            moved: false,
        }
    }

    /// Yields the functions' addresses, by number.
    pub fn functions(&self) -> impl Iterator<Item = u16> {
        self.functions.iter().map(|(entry, _)| *entry)
    }

    /// Yields function number, address and cost of each executed instruction.
    pub fn spent(&self) -> impl Iterator<Item = (u16, u16, &Spent)> + Clone {
        self.functions.iter().enumerate().flat_map(move |(number, (_, places))| {
            places.iter().enumerate().filter(|(_, place)| **place != 0).flat_map(move |(high, place)| {
                let first = *place as usize - 1;
                let rows = self.spent[first..first + PAGE].iter().enumerate();
                rows.filter(|(_, spent)| **spent != Spent::default())
                    .map(move |(low, spent)| (number as u16, (high << 8 | low) as u16, spent))
            })
        })
    }

    /// Returns the calls, by number.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Returns the stored calls and returns, in their order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Starts at a clock, before the instruction at an address, of which `earlier` clocks have passed.
    pub(crate) fn begin(&mut self, pc: u16, clock: u64, earlier: u64) {
        (self.seen, self.since, self.last, self.earlier, self.stalled) = (clock, clock, pc, earlier, None);
        self.root = self.call(None, pc, pc, false);
        self.calls[self.root as usize].times += 1;
        self.note(clock, Some(self.root));
        self.look_at(pc);
    }

    /// Ends at the clock up to which all is counted; active calls stay open.
    pub(crate) fn end(&mut self) {
        self.abandon();
        self.note(self.seen, None);
    }

    /// Restarts at another clock count when the chip's state is replaced.
    pub(crate) fn jump(&mut self, pc: u16, clock: u64, earlier: u64) {
        self.end();
        self.begin(pc, clock, earlier);
    }

    /// Returns the counts of an address in the current page.
    #[inline(always)]
    pub(crate) fn at(&mut self, address: u16) -> &mut Spent {
        self.last = address;
        &mut self.spent[self.page + usize::from(address & 0xFF)]
    }

    /// Returns the counts of any address.
    pub(crate) fn found_at(&mut self, address: u16) -> &mut Spent {
        self.look_at(address);
        self.at(address)
    }

    /// Returns the stall at an index of the counts, or that of the instruction executed last.
    pub(crate) fn stall_at(&mut self, index: Option<usize>) -> &mut u64 {
        match index {
            Some(index) => &mut self.spent[index].stall,
            None => &mut self.at_last().stall,
        }
    }

    /// Adds clocks to the stall of the instruction at an address, which has not executed.
    pub(crate) fn add_stall(&mut self, address: u16, clocks: u64) {
        self.look_at(address);
        self.last = address;
        let place = self.page + usize::from(address & 0xFF);
        let stall = &mut self.spent[place].stall;
        *stall = stall.wrapping_add(clocks);
        self.stalled = Some(place);
    }

    /// Returns the counts of the instruction executed last.
    pub(crate) fn at_last(&mut self) -> &mut Spent {
        self.found_at(self.last)
    }

    /// Selects the page of an address for the following ones.
    #[inline]
    pub(crate) fn look_at(&mut self, address: u16) {
        self.moved = false;
        let high = usize::from(address >> 8);
        let number = self.calls[self.present() as usize].function;
        let place = self.functions[usize::from(number)].1[high];
        self.page = if place == 0 { self.new_page(number, high) } else { place as usize - 1 };
    }

    #[cold]
    fn new_page(&mut self, number: u16, high: usize) -> usize {
        let merged = self.spent.len() >= PAGES * PAGE && number != 0;
        let number = if merged { 0 } else { usize::from(number) };
        self.merged |= merged;
        let place = &mut self.functions[number].1[high];
        if *place == 0 {
            if !self.spent.is_empty() && self.spent.try_reserve(PAGE).is_err() {
                self.is_out_of_memory = true;
                return self.page;
            }
            *place = self.spent.len() as u32 + 1;
            self.spent.resize(self.spent.len() + PAGE, Spent::default());
        }
        *place as usize - 1
    }

    /// Counts all clocks up to a clock.
    #[inline]
    pub(crate) fn count_to(&mut self, clock: u64) {
        self.clocks = self.clocks.wrapping_add(clock.wrapping_sub(self.seen));
        self.seen = clock;
    }

    /// Enters `callee` from the instruction at `site`, with SP after the call, which has pushed `returns_to`.
    pub(crate) fn enter(&mut self, site: u16, callee: u16, interrupt: bool, returns_to: u16, sp: u8) {
        if self.frames.len() == DEEPEST {
            self.merged = true;
            self.abandon();
        }
        self.charge();
        let present = self.present();
        let place = (usize::from(site) ^ present as usize) % NEAR;
        let mut call = self.near[place];
        if call == present || !self.is_of(call, present, site, callee, interrupt) {
            call = self.call(Some(present), site, callee, interrupt);
            self.near[place] = call;
        }
        self.frames.push(Frame { call, returns_to, sp, entered: self.seen, interrupt });
        if call != present {
            self.calls[call as usize].times += 1;
            self.note(self.seen, Some(call));
        }
        self.moved = true;
    }

    /// Returns to an address, with SP after the return.
    pub(crate) fn return_to(&mut self, address: u16, sp: u8) {
        let depth = match self.frames.iter().rposition(|frame| !frame.interrupt && frame.returns_to == address) {
            Some(depth) => depth,
            None => self.frames.iter().rposition(|frame| frame.sp <= sp).map_or(0, |depth| depth + 1),
        };
        while self.frames.len() > depth {
            self.leave();
        }
        // The interrupt is over when the function that its vector called is over.
        self.leave_interrupt();
    }

    /// Returns true if the program has removed the return address of the last frame: SP is below its value after the
    /// call.
    pub(crate) fn has_dropped_frame(&self, sp: u8) -> bool {
        self.frames.last().is_some_and(|frame| frame.sp > sp)
    }

    /// Follows a jump after the program has removed the last frame's return address from the stack. A jump by a
    /// register is a return. Otherwise the routine may have saved the address in memory and continue: its frame ends if
    /// the jump leads to an instruction that a caller has executed, and the routine has not.
    pub(crate) fn jump_to(&mut self, address: u16, by_register: bool) {
        let last = self.frames.len() - 1;
        let depth = if by_register {
            let passed = |frame: &Frame| address.wrapping_sub(frame.returns_to) <= MAX_PARAMETERS;
            Some(self.frames.iter().rposition(passed).unwrap_or(last))
        } else if self.has_executed(self.frames[last].call, address) {
            None
        } else {
            (0..=last).rev().find(|depth| {
                let caller = depth.checked_sub(1).map_or(self.root, |below| self.frames[below].call);
                self.has_executed(caller, address)
            })
        };
        if let Some(depth) = depth {
            while self.frames.len() > depth {
                self.leave();
            }
        }
    }

    /// Returns true if the function of a call has executed the instruction at an address.
    fn has_executed(&self, call: u32, address: u16) -> bool {
        let number = usize::from(self.calls[call as usize].function);
        let place = self.functions[number].1[usize::from(address >> 8)] as usize;
        place != 0 && self.spent[place - 1 + usize::from(address & 0xFF)].times != 0
    }

    /// Leaves an interrupt after its vector's words.
    pub(crate) fn leave_interrupt(&mut self) {
        if self.is_interrupt() {
            self.leave();
        }
    }

    /// Returns true if the current function is a vector.
    pub(crate) fn is_interrupt(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.interrupt)
    }

    /// Returns true if `calls` more calls and `pages` more pages can be distinguished, and as many frames opened as the
    /// system stack has locations.
    pub(crate) fn has_room(&mut self, calls: usize, pages: usize) -> bool {
        !self.merged
            && self.spent.len() + pages * PAGE <= PAGES * PAGE
            && self.functions.len() + calls <= FUNCTIONS
            && self.calls.len() + calls <= CALLS
            && self.frames.len() + STACK_LOCATIONS <= DEEPEST
            && (calls == 0 || (self.calls.try_reserve(calls).is_ok() && self.edges.try_reserve(calls).is_ok()))
    }

    /// Returns true if the frame with `depth` frames above it is that of a call.
    pub(crate) fn is_open(&self, depth: usize, callee: u16, returns_to: u16, sp: u8) -> bool {
        let Some(frame) = self.frames.iter().rev().nth(depth) else { return false };
        let function = self.calls[frame.call as usize].function;
        let entry = self.functions[usize::from(function)].0;
        (entry, frame.returns_to, frame.sp, frame.interrupt) == (callee, returns_to, sp, false)
    }

    /// Returns the number of the function with `depth` frames above it.
    pub(crate) fn open_function(&self, depth: usize) -> Option<u16> {
        let place = self.frames.len().checked_sub(depth)?;
        let call = place.checked_sub(1).map_or(self.root, |below| self.frames[below].call);
        Some(self.calls[call as usize].function)
    }

    /// Returns the number of a function that has been called.
    pub(crate) fn number_of(&self, entry: u16) -> u16 {
        self.numbers.get(&entry).copied().unwrap_or(0)
    }

    /// Returns the counts of an address in a function.
    pub(crate) fn spent_in(&mut self, function: u16, address: u16) -> &mut Spent {
        let high = usize::from(address >> 8);
        let place = self.functions[usize::from(function)].1[high];
        let page = if place == 0 { self.new_page(function, high) } else { place as usize - 1 };
        &mut self.spent[page + usize::from(address & 0xFF)]
    }

    /// Records the address of the instruction that was executed last.
    pub(crate) fn set_last(&mut self, address: u16) {
        self.last = address;
    }

    fn leave(&mut self) {
        self.charge();
        let Some(frame) = self.frames.pop() else { return };
        if frame.call != self.present() {
            let took = self.close(&frame);
            let call = &mut self.calls[frame.call as usize];
            call.least = call.least.min(took);
            call.most = call.most.max(took);
        }
        self.moved = true;
    }

    /// Ends a frame, and returns the clocks that it was open.
    fn close(&mut self, frame: &Frame) -> u64 {
        let took = self.seen.wrapping_sub(frame.entered);
        let total = &mut self.calls[frame.call as usize].total;
        *total = total.wrapping_add(took);
        self.note(self.seen, None);
        took
    }

    /// Leaves all frames before their end.
    pub(crate) fn abandon(&mut self) {
        self.stalled = None;
        self.charge();
        while let Some(frame) = self.frames.pop() {
            if frame.call != self.present() {
                self.close(&frame);
            }
        }
        self.moved = true;
    }

    fn present(&self) -> u32 {
        self.frames.last().map_or(self.root, |frame| frame.call)
    }

    /// Charges the current call with the clocks since it was entered, or returned to.
    fn charge(&mut self) {
        let took = self.seen.wrapping_sub(self.since);
        self.since = self.seen;
        let present = self.present() as usize;
        self.calls[present].own = self.calls[present].own.wrapping_add(took);
        let root = &mut self.calls[self.root as usize];
        root.total = root.total.wrapping_add(took);
    }

    fn note(&mut self, clock: u64, call: Option<u32>) {
        if self.events.len() >= self.most_events {
            self.events_lost = true;
        } else if self.events.try_reserve(1).is_err() {
            self.is_out_of_memory = true;
        } else {
            self.events.push(Event { clock, call });
        }
    }

    /// Returns true if this is the call of a function at a site, made in another call.
    fn is_of(&self, call: u32, parent: u32, site: u16, callee: u16, interrupt: bool) -> bool {
        let known = &self.calls[call as usize];
        let entry = self.functions[usize::from(known.function)].0;
        (known.parent, known.site, entry, known.interrupt) == (parent, site, callee, interrupt)
    }

    fn call(&mut self, parent: Option<u32>, site: u16, callee: u16, interrupt: bool) -> u32 {
        let next = self.calls.len() as u32;
        let edge = Edge { parent, site, callee, interrupt };
        if let Some(known) = self.edges.get(&edge) {
            return *known;
        }
        let function = self.function(callee);
        if let Some(parent) = parent
            && (self.calls.len() >= CALLS || function.is_none())
        {
            self.merged = true;
            return parent;
        }
        if let Some(parent) = parent
            && (self.calls.try_reserve(1).is_err() || self.edges.try_reserve(1).is_err())
        {
            self.is_out_of_memory = true;
            return parent;
        }
        self.edges.insert(edge, next);
        let parent = parent.unwrap_or(next);
        let function = function.unwrap_or(0);
        self.calls.push(Call {
            parent,
            site,
            function,
            interrupt,
            times: 0,
            own: 0,
            total: 0,
            least: u64::MAX,
            most: 0,
        });
        next
    }

    fn function(&mut self, entry: u16) -> Option<u16> {
        if let Some(number) = self.numbers.get(&entry) {
            return Some(*number);
        }
        if self.functions.len() >= FUNCTIONS {
            return None;
        }
        let number = self.functions.len() as u16;
        self.functions.push((entry, Box::new([0; PAGE])));
        self.numbers.insert(entry, number);
        Some(number)
    }
}
