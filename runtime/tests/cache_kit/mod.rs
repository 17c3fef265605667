//! Helpers for the tests of the kernel cache: a generator that counts its calls, temporary folders, and
//! bytes.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use warpline_ir::Float;
use warpline_ir::artifact::{Code, GlobalData, NativeFunction, NativeReloc};
use warpline_ir::printf::{PrintFormat, PrintedType};
use warpline_runtime::cache::{
    BuildId, DirectoryAccess, Failure, Fields, Generator, Image, KernelCache, KernelFacts, Limits, Options,
    Request, Store, StoreOptions, current_user,
};

/// A folder for one test, which is removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("warpline-cache-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Returns the path of a cache in it.
    pub(crate) fn dir(&self) -> PathBuf {
        self.0.join("kc")
    }

    /// Returns the folder of the layout version, which holds the parts of the cache.
    pub(crate) fn layout(&self) -> PathBuf {
        self.dir().join("v1")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Returns pseudorandom bytes of a seed.
pub(crate) fn bytes(seed: u64, n: usize) -> Vec<u8> {
    let mut bytes = vec![0; n];
    blake3::Hasher::new().update(&seed.to_le_bytes()).finalize_xof().fill(&mut bytes);
    bytes
}

/// Returns a pseudorandom number below `n` of a seed.
pub(crate) fn below(seed: u64, n: u64) -> u64 {
    u64::from_le_bytes(bytes(seed, 8).try_into().unwrap()) % n
}

/// Returns the image that [`Maker`] generates for a text.
pub(crate) fn image(ir: &str) -> Image {
    let seed = u64::from_le_bytes(blake3::hash(ir.as_bytes()).as_bytes()[..8].try_into().unwrap());
    let reloc = NativeReloc { offset: 4, kind: "Abs8".into(), symbol: "wl_log".into(), addend: -7 };
    let function = NativeFunction {
        name: format!("kernel.m.{ir}"),
        bytes: bytes(seed, 40 + ir.len() % 7),
        align: 16,
        relocations: vec![reloc],
    };
    let global = GlobalData {
        name: format!("data.m.{ir}"),
        size: 7,
        align: 64,
        bytes: if seed.is_multiple_of(2) { bytes(seed, 7) } else { Vec::new() },
    };
    let kernel = KernelFacts {
        module: "m".into(),
        name: ir.into(),
        symbol: function.name.clone(),
        scratch_bytes: seed % 1000,
        n_params: 3,
        spins: seed.is_multiple_of(2),
    };
    let args = vec![PrintedType::Int(7), PrintedType::Float(Float::BF16)];
    let format = PrintFormat { text: format!("{ir} %d %f"), args };
    Image {
        code: Code::Native { functions: vec![function], globals: vec![global] },
        kernels: vec![kernel],
        lines: vec![(1, 2), (3, 4)],
        formats: vec![format],
        has_state: seed % 3 == 1,
    }
}

/// A generator that counts its calls, each of which takes some time.
#[derive(Default)]
pub(crate) struct Maker {
    pub(crate) n_made: AtomicU64,
    pub(crate) time: Duration,
}

impl Maker {
    pub(crate) fn n_made(&self) -> u64 {
        self.n_made.load(Ordering::SeqCst)
    }
}

impl Generator for Maker {
    fn request(&self, ir: String) -> Request {
        request(&ir)
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        self.n_made.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(self.time);
        assert!(!ir.starts_with("break"), "this generator breaks down here");
        if ir.starts_with("refuse") { Err(Failure::Refused(Vec::new())) } else { Ok(image(ir)) }
    }
}

pub(crate) fn request(ir: &str) -> Request {
    Request {
        ir: ir.to_string(),
        backend: "test",
        target: "here".to_string(),
        machine: "a\nb".to_string(),
        pipeline: "canonicalize".to_string(),
    }
}

pub(crate) fn build() -> BuildId {
    BuildId::named("test")
}

pub(crate) fn fields(ir: &str) -> Fields {
    Fields::new(request(ir), &build())
}

/// Opens a cache in a directory, as `run` does.
pub(crate) fn cache(dir: &Path) -> KernelCache {
    KernelCache::open(&options(dir), build())
}

pub(crate) fn options(dir: &Path) -> Options {
    Options { dir: Some(dir.to_path_buf()), ..Options::default() }
}

/// Opens a writable store in a directory.
pub(crate) fn store(dir: &Path) -> Store {
    let options = StoreOptions {
        dir: dir.to_path_buf(),
        access: DirectoryAccess::Write,
        owner: current_user(),
        limits: Limits::default(),
    };
    Store::open(&options).unwrap().unwrap()
}
