//! Events: a cache reports to its embedder each step of its work.

use super::context::ContextId;
use super::key::Key;
use super::sync::{AtomicBool, Ordering, RwLock, read, write};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Something that a cache or one of its contexts did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A request waited for another thread that was compiling the same code.
    Waited(Key),
    /// Code was found on disk.
    Found(Key),
    /// Code was compiled, or could not be.
    Compiled {
        /// The request.
        key: Key,
        /// The time that it took.
        time: Duration,
        /// Whether there is code.
        is_ok: bool,
    },
    /// The hook of the embedder supplied code.
    Supplied(Key),
    /// An entry was stored on disk.
    Stored(Key),
    /// An entry on disk was corrupt and moved out of the way.
    Corrupt(Key),
    /// A driver could not load code, which was discarded in memory and on disk.
    Discarded(Key),
    /// A context loaded a module.
    Loaded {
        /// The context.
        context: ContextId,
        /// The request.
        key: Key,
        /// The bytes of its code.
        bytes: u64,
    },
    /// A context unloaded a module.
    Unloaded {
        /// The context.
        context: ContextId,
        /// The request.
        key: Key,
        /// The reason.
        reason: Unload,
    },
}

/// The reason why a module was unloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unload {
    /// The limits of the context.
    Limit,
    /// A call that evicts modules.
    Request,
    /// It was loaded for one holder, which released it.
    Released,
    /// The context was closed or dropped.
    Closed,
}

type Subscriber = Arc<dyn Fn(&Event) + Send + Sync>;

/// The subscribers of a cache.
#[derive(Default)]
pub(super) struct Events {
    is_subscribed: AtomicBool,
    subscribers: RwLock<Vec<Subscriber>>,
}

impl Events {
    pub(super) fn subscribe(&self, subscriber: Subscriber) {
        write(&self.subscribers).push(subscriber);
        self.is_subscribed.store(true, Ordering::Release);
    }

    /// Reports an event. No lock is held while subscribers run.
    pub(super) fn report(&self, event: impl FnOnce() -> Event) {
        if !self.is_subscribed.load(Ordering::Acquire) {
            return;
        }
        let (event, subscribers) = (event(), read(&self.subscribers).clone());
        for subscriber in subscribers {
            // The work that is reported is done, and must not end half way.
            let _ = catch_unwind(AssertUnwindSafe(|| subscriber(&event)));
        }
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("subscribers", &read(&self.subscribers).len()).finish_non_exhaustive()
    }
}
