//! A device without code: a module is the text of its image, and a launch takes that text from the module that has its
//! number when the launch runs.
//!
//! Numbers are reused at once, so that a module that is unloaded too early, or taken for one of another context, is found
//! out: its launches meet another text or none.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use warpline_ir::artifact::Code;
use warpline_runtime::cache::{Failure, Generator, Image, KernelFacts, Request};
use warpline_runtime::driver::{
    Caps, Counters, EventId, Fill, Launch, ModuleId, Profile, Result, StreamId, StridedCopy, StridedFill,
};
use warpline_runtime::{Device, DeviceError, Program};

/// A text with this beginning is refused by the generator, and one with the second is damaged when it is first compiled.
pub(crate) const REFUSED: &str = "refused";
pub(crate) const DAMAGED: &str = "damaged";

/// The image whose code is a text, with one kernel `k`.
pub(crate) fn text_image(ir: &str) -> Image {
    let kernel = KernelFacts {
        module: ir.to_string(),
        name: "k".to_string(),
        symbol: ir.to_string(),
        scratch_bytes: 0,
        n_params: 0,
        spins: false,
    };
    Image {
        code: Code::Text(ir.to_string()),
        kernels: vec![kernel],
        lines: Vec::new(),
        formats: Vec::new(),
        has_state: false,
    }
}

/// A generator whose code is the text of the request. It counts its calls.
#[derive(Default)]
pub(crate) struct TextGenerator {
    n_made: Mutex<BTreeMap<String, u64>>,
}

impl TextGenerator {
    /// Returns how often each text was compiled.
    pub(crate) fn made(&self) -> BTreeMap<String, u64> {
        lock(&self.n_made).clone()
    }
}

impl Generator for TextGenerator {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> std::result::Result<Image, Failure> {
        let mut made = lock(&self.n_made);
        let n_made = made.entry(ir.to_string()).or_default();
        *n_made += 1;
        if ir.starts_with(REFUSED) {
            return Err(Failure::Refused(Vec::new()));
        }
        let is_damaged = ir.starts_with(DAMAGED) && *n_made == 1;
        Ok(if is_damaged {
            Image { code: Code::Text("?".to_string()), ..text_image(ir) }
        } else {
            text_image(ir)
        })
    }
}

#[derive(Debug, Default)]
struct State {
    /// The texts of the loaded modules.
    modules: Vec<Option<Arc<str>>>,
    /// The modules to unload when their launches have run.
    unloading: Vec<u32>,
    /// The launches of each stream that have not run: the module, and its text when the launch was issued.
    streams: Vec<Vec<(u32, Arc<str>)>>,
    n_loads: u64,
    n_unloads: u64,
    /// Launches that met another module than the one they were issued with.
    n_wrong: u64,
}

/// The device; see the module.
#[derive(Debug)]
pub(crate) struct FakeDevice {
    caps: Caps,
    state: Mutex<State>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FakeDevice {
    pub(crate) fn new() -> Self {
        let caps = Caps {
            name: "fake".to_string(),
            rerecord_inflight_ok: true,
            max_queues: 1,
            copy_engines: 0,
            pool: false,
            graphs: false,
            cond_nodes: false,
            concurrent_managed: true,
            host_addressable: true,
        };
        Self { caps, state: Mutex::default() }
    }

    /// Returns the numbers of loads, of unloads, and of launches that met a wrong module.
    pub(crate) fn counts(&self) -> [u64; 3] {
        let state = lock(&self.state);
        [state.n_loads, state.n_unloads, state.n_wrong]
    }

    /// Returns the text of a loaded module.
    pub(crate) fn text(&self, module: ModuleId) -> Option<Arc<str>> {
        lock(&self.state).modules.get(module.0 as usize).cloned().flatten()
    }
}

impl State {
    fn unload(&mut self, module: u32) {
        self.modules[module as usize] = None;
        self.n_unloads += 1;
    }

    fn is_in_flight(&self, module: u32) -> bool {
        self.streams.iter().flatten().any(|(launched, _)| *launched == module)
    }
}

fn missing(call: &'static str) -> DeviceError {
    DeviceError::new(call, "InvalidHandle", "the module is not loaded")
}

fn unsupported<T>(call: &'static str) -> Result<T> {
    Err(DeviceError::new(call, "NotSupported", "the fake device has only modules, streams and launches"))
}

impl Device for FakeDevice {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn lease_stream(&self) -> Result<StreamId> {
        let mut state = lock(&self.state);
        state.streams.push(Vec::new());
        Ok(StreamId(state.streams.len() as u32 - 1))
    }

    fn return_stream(&self, _: StreamId) -> Result<()> {
        Ok(())
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        let [image] = &program.images[..] else { return Err(missing("load")) };
        let text = String::from_utf8_lossy(&image.code).into_owned();
        if text == "?" {
            return Err(DeviceError::new("load", "CUDA_ERROR_INVALID_IMAGE", "the code is damaged"));
        }
        let mut state = lock(&self.state);
        state.n_loads += 1;
        let free = state.modules.iter().position(Option::is_none).unwrap_or(state.modules.len());
        if free == state.modules.len() {
            state.modules.push(None);
        }
        state.modules[free] = Some(text.into());
        Ok(ModuleId(free as u32))
    }

    fn unload(&self, module: ModuleId) -> Result<()> {
        let mut state = lock(&self.state);
        if state.modules.get(module.0 as usize).is_none_or(Option::is_none)
            || state.unloading.contains(&module.0)
        {
            return Err(missing("unload"));
        }
        if state.is_in_flight(module.0) {
            state.unloading.push(module.0);
        } else {
            state.unload(module.0);
        }
        Ok(())
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        let mut state = lock(&self.state);
        let module = launch.module.0;
        let text = state.modules.get(module as usize).cloned().flatten();
        let text = text.filter(|_| !state.unloading.contains(&module)).ok_or_else(|| missing("launch"))?;
        state.streams[stream.0 as usize].push((module, text));
        Ok(())
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        let mut state = lock(&self.state);
        for (module, text) in std::mem::take(&mut state.streams[stream.0 as usize]) {
            state.n_wrong += u64::from(state.modules[module as usize].as_deref() != Some(&text));
        }
        for module in std::mem::take(&mut state.unloading) {
            if state.is_in_flight(module) { state.unloading.push(module) } else { state.unload(module) }
        }
        Ok(())
    }

    fn counters(&self) -> Counters {
        let modules = lock(&self.state).modules.iter().flatten().count() as u64;
        Counters { modules, ..Counters::default() }
    }

    fn reset_peak(&self) {}

    fn profile(&self, _: ModuleId) -> Option<Profile> {
        None
    }

    fn lease_event(&self) -> Result<EventId> {
        unsupported("lease_event")
    }
    fn return_event(&self, _: EventId) -> Result<()> {
        unsupported("return_event")
    }
    fn copy(&self, _: StreamId, _: u64, _: u64, _: u64) -> Result<()> {
        unsupported("copy")
    }
    fn copy_strided(&self, _: StreamId, _: &StridedCopy) -> Result<()> {
        unsupported("copy_strided")
    }
    fn fill(&self, _: StreamId, _: &Fill) -> Result<()> {
        unsupported("fill")
    }
    fn fill_strided(&self, _: StreamId, _: &StridedFill) -> Result<()> {
        unsupported("fill_strided")
    }
    fn record(&self, _: EventId, _: StreamId) -> Result<()> {
        unsupported("record")
    }
    fn wait(&self, _: EventId, _: StreamId) -> Result<()> {
        unsupported("wait")
    }
    fn alloc(&self, _: StreamId, _: u64, _: u64) -> Result<u64> {
        unsupported("alloc")
    }
    fn alloc_shared(&self, _: u64, _: u64) -> Result<u64> {
        unsupported("alloc_shared")
    }
    fn free(&self, _: Option<StreamId>, _: u64) -> Result<()> {
        unsupported("free")
    }
    fn lease_arena(&self, _: u64) -> Result<u64> {
        unsupported("lease_arena")
    }
    fn return_arena(&self, _: u64) -> Result<()> {
        unsupported("return_arena")
    }
}
