//! Locks between processes. They only avoid duplicate work; correctness does not depend on them, and a
//! process that waits too long continues without one.

use super::directory::Directory;
use super::key::Key;
use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// The shortest and the longest pause between two attempts.
const PAUSES: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// A lock that is held until dropped; the system releases it when the process ends.
#[derive(Debug)]
pub(super) struct Held(#[expect(dead_code, reason = "closing it gives the lock back")] File);

/// Takes the lock of a key, which about one in 4096 other keys shares. Returns `None` if that takes longer
/// than `most`, or if the file system has no locks.
pub(super) fn lock(directory: &Directory, key: Key, most: Duration) -> Option<Held> {
    let file = directory.open_lock(&format!("lk/{:02x}{:x}", key.0[0], key.0[1] >> 4)).ok()?;
    let started = Instant::now();
    let mut pause = PAUSES[0];
    loop {
        match file.try_lock() {
            Ok(()) => return Some(Held(file)),
            Err(TryLockError::Error(_)) => return None,
            Err(TryLockError::WouldBlock) if most <= started.elapsed() => return None,
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(pause);
                pause = PAUSES[1].min(pause * 2);
            }
        }
    }
}

/// Takes the lock of the collection, unless another process holds it.
pub(super) fn try_collection(directory: &Directory) -> Option<Held> {
    let file = directory.open_lock("gc.lock").ok()?;
    file.try_lock().is_ok().then_some(Held(file))
}
