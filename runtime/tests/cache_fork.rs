//! A child of a fork uses neither the locks nor the device of its parent (P12).
#![cfg(target_os = "linux")]

#[path = "cache_kit/fake_device.rs"]
mod fake_device;

use std::sync::Arc;
use std::time::Duration;

use fake_device::{FakeDevice, TextGenerator};
use warpline_runtime::cache::{
    BuildId, Context, ContextError, ContextLimits, Failure, Generator, Image, KernelCache, Options, Request,
    driver_program,
};
use warpline_runtime::{CpuDevice, CpuOptions, Device};

/// Runs `check` in a child, which ends at once afterwards; returns whether it passed within a time limit.
fn passes_in_child(check: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child calls only what a child of a process with threads may call, which is what this tests, and leaves
    // without running destructors of the parent.
    match unsafe { libc::fork() } {
        0 => {
            let is_right = check();
            // SAFETY: it ends the process.
            unsafe { libc::_exit(i32::from(!is_right)) }
        }
        child => {
            for _ in 0..1000 {
                let mut status = 0;
                // SAFETY: the child is this one's, and `status` is writable.
                if unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } == child {
                    return status == 0;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            // SAFETY: as above.
            unsafe { libc::kill(child, libc::SIGKILL) };
            false
        }
    }
}

/// A generator that takes long, so that a thread is compiling at the time of a fork.
struct Slow;

impl Generator for Slow {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        std::thread::sleep(Duration::from_millis(if ir == "slow" { 500 } else { 0 }));
        Ok(fake_device::text_image(ir))
    }
}

#[test]
fn a_child_has_contexts_of_its_own_only() {
    let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
    let (device, generator) = (Arc::new(FakeDevice::new()), TextGenerator::default());
    let new = |cache: &Arc<KernelCache>| {
        let device = Arc::clone(&device) as Arc<dyn Device>;
        Context::new(Arc::clone(cache), device, ContextLimits::default(), driver_program)
    };
    let context = new(&cache);
    let fields = cache.fields(&generator, "a".to_string());
    let held = context.get(&generator, &fields).expect("loaded");
    let counts = device.counts();
    let compiling = {
        let cache = Arc::clone(&cache);
        std::thread::spawn(move || cache.get(&Slow, "slow".to_string()).is_ok())
    };
    std::thread::sleep(Duration::from_millis(100));
    let is_right = passes_in_child(|| {
        let refused =
            context.get(&generator, &fields).expect_err("it is the parent's") == ContextError::Forked;
        let is_unloaded = context.try_get(fields.key()).is_none();
        // The code is made anew, without the locks of the parent, one of which a thread may hold that is not here.
        let slow = cache.get(&Slow, "slow".to_string()).is_ok();
        drop(held);
        drop(context);
        let has_left_device_alone = device.counts() == counts;
        // Own ones work.
        let own = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
        let loads = new(&own).get(&generator, &own.fields(&generator, "b".to_string())).is_ok();
        refused && is_unloaded && slow && has_left_device_alone && loads
    });
    assert!(is_right, "the child fails or hangs");
    assert!(compiling.join().expect("no thread panics"));
}

/// The workers of the CPU device are threads of the parent.
#[test]
fn a_child_does_not_wait_for_the_workers_of_its_parent() {
    let device = CpuDevice::new(CpuOptions { workers: 2, ..CpuOptions::default() });
    let stream = device.lease_stream().expect("there are streams");
    let is_right = passes_in_child(|| {
        let refused = device.host_wait(stream).is_err_and(|error| error.name == "Forked");
        drop(device);
        let own = CpuDevice::new(CpuOptions { workers: 1, ..CpuOptions::default() });
        let stream = own.lease_stream();
        refused && stream.and_then(|stream| own.host_wait(stream)).is_ok()
    });
    assert!(is_right, "the child fails or hangs");
}
