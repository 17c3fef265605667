//! `cache bench`: measures the cache on this machine, in a directory beside that of the cache.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use warpline_ir::artifact::Code;
use warpline_runtime::cache::{
    BuildId, DirectoryAccess, Failure, Fields, Found, Generator, Image, KernelCache, Options, Request, Store,
};

use super::{AsJson, options};
use crate::driver::session::{Exit, Session, Stop};

/// The number of measurements of each kind.
const SAMPLES: usize = 200;
/// The sizes of code that are stored and read.
const SIZES: [usize; 2] = [8 << 10, 64 << 10];

/// Generates the same code for each text.
struct Ready(Image);

impl Generator for Ready {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "bench", ..Request::default() }
    }

    fn generate(&self, _: &str) -> Result<Image, Failure> {
        Ok(self.0.clone())
    }
}

fn image(bytes: usize) -> Image {
    Image {
        code: Code::Bytes(vec![7; bytes]),
        kernels: Vec::new(),
        lines: Vec::new(),
        formats: Vec::new(),
        has_state: false,
    }
}

/// Prints the medians.
pub(super) fn bench(session: &mut Session, dir: &Path, form: AsJson) -> Result<Exit, Stop> {
    let mut name = dir.file_name().unwrap_or_default().to_os_string();
    name.push(format!("-bench-{}", std::process::id()));
    let place = dir.with_file_name(name);
    session.require_writable(&place)?;
    let rows = measure(&place);
    // Nothing else is in it; what remains is of no use.
    drop(std::fs::remove_dir_all(&place));
    let rows = rows.map_err(|problem| session.fail(Exit::Failed, problem))?;
    if form.json {
        let object: serde_json::Map<String, _> =
            rows.iter().map(|(name, time)| (name.clone(), json!(time.as_nanos() as u64))).collect();
        session.print(json!({"median_nanoseconds": object}).to_string());
    } else {
        for (name, time) in rows {
            session.print(format!("{name:<24} {:10.3} us", time.as_secs_f64() * 1e6));
        }
    }
    Ok(Exit::Success)
}

fn measure(place: &Path) -> Result<Vec<(String, Duration)>, String> {
    let mut rows = Vec::new();
    let cache = KernelCache::open(&Options::default(), BuildId::of_this_process());
    let ready = Ready(image(SIZES[0]));
    let fields = cache.fields(&ready, "kernel".to_string());
    rows.push(("hit in the process".to_string(), median(|| drop(cache.get_fields(&ready, &fields)))));
    let store = Store::open(&options(place.to_path_buf(), DirectoryAccess::Write));
    let store = store.map_err(|problem| problem.to_string())?.ok_or("the directory cannot be made")?;
    for bytes in SIZES {
        let (image, mut n) = (image(bytes), 0);
        let mut failure = None;
        let stored = median(|| {
            n += 1;
            let fields = fields_of(bytes, n);
            failure = failure.take().or(store.save(fields.key(), &fields, &image).err());
        });
        if let Some(error) = failure {
            return Err(format!("an entry cannot be stored: {error}"));
        }
        let (fields, mut n_missing) = (fields_of(bytes, 1), 0);
        let read = median(|| {
            n_missing += usize::from(!matches!(store.load(fields.key(), &fields), Found::Image(_)));
        });
        if n_missing != 0 {
            return Err("an entry that was stored cannot be read".to_string());
        }
        rows.push((format!("store of {} KiB", bytes >> 10), stored));
        rows.push((format!("hit on disk of {} KiB", bytes >> 10), read));
    }
    Ok(rows)
}

fn fields_of(bytes: usize, number: usize) -> Fields {
    let request = Request { ir: format!("{number} of {bytes}"), backend: "bench", ..Request::default() };
    Fields::new(request, &BuildId::of_this_process())
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..SAMPLES)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[SAMPLES / 2]
}
