//! The kernel cache in one process: each key is made once, however many threads request it, and keys do not
//! wait for each other.

mod cache_kit;

use cache_kit::{Maker, build, image, request};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use warpline_runtime::cache::{
    BuildId, Failure, Field, Fields, Generator, Image, KernelCache, Key, Options, Request, Tally,
};

fn in_memory() -> KernelCache {
    KernelCache::open(&Options::default(), build())
}

/// Threads of two contexts request all keys, each in its own order.
#[test]
fn a_key_is_made_once_however_many_ask() {
    for (n_threads, n_keys) in [(1, 70), (8, 70), (32, 70), (8, 1000), (32, 1000)] {
        let (cache, maker) = (in_memory(), Maker::default());
        let ask = |thread: usize| {
            for step in 0..n_keys {
                let ir = format!("k{}", (step * (2 * thread + 1) + thread) % n_keys);
                assert_eq!(cache.get(&maker, ir.clone()).as_deref(), Ok(&image(&ir)));
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..2 * n_threads {
                scope.spawn(move || ask(thread));
            }
        });
        let asked = (2 * n_threads * n_keys) as u64;
        let n_keys = n_keys as u64;
        let expected = Tally { misses: n_keys, shared: asked - n_keys, ..Tally::default() };
        assert_eq!((maker.n_made(), cache.tally()), (n_keys, expected), "{n_threads} threads");
        assert_eq!(cache.n_kept() as u64, n_keys);
    }
}

#[test]
fn what_is_kept_stays_within_its_limit_and_what_is_held_stays_right() {
    let kept_bytes = 4 * image("k0").bytes();
    let cache = KernelCache::open(&Options { most_bytes: kept_bytes, ..Options::default() }, build());
    let maker = Maker::default();
    let held: Vec<_> = (0..50).map(|number| cache.get(&maker, format!("k{number}"))).collect();
    assert!(cache.n_kept() <= 4, "{} are kept", cache.n_kept());
    for (number, held) in held.iter().enumerate() {
        assert_eq!(held.as_deref(), Ok(&image(&format!("k{number}"))));
    }
    // The newest is kept, the oldest is generated again.
    for (ir, n_made) in [("k49", 50), ("k0", 51)] {
        assert_eq!(cache.get(&maker, ir.to_string()).as_deref(), Ok(&image(ir)));
        assert_eq!(maker.n_made(), n_made);
    }
}

#[test]
fn a_failure_is_shared_and_remembered() {
    let cache = in_memory();
    let maker = Maker { time: Duration::from_millis(20), ..Maker::default() };
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                assert_eq!(cache.get(&maker, "refuse".into()), Err(Arc::new(Failure::Refused(Vec::new()))));
            });
        }
    });
    assert_eq!(cache.get(&maker, "refuse".into()), Err(Arc::new(Failure::Refused(Vec::new()))));
    assert_eq!(maker.n_made(), 1);
    (0..2000).for_each(|number| drop(cache.get(&Maker::default(), format!("refuse {number}"))));
    assert_eq!(cache.n_kept(), 1024);
}

#[test]
fn a_breakdown_fails_those_who_wait_and_nobody_after_them() {
    let cache = in_memory();
    let maker = Maker { time: Duration::from_millis(50), ..Maker::default() };
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(|| cache.get(&maker, "break".into()))).collect();
        for outcome in asked {
            assert_eq!(
                outcome.join().expect("the panic is caught"),
                Err(Arc::new(Failure::Panic("this generator breaks down here".into())))
            );
        }
    });
    let before = maker.n_made();
    assert_eq!(
        cache.get(&maker, "break".into()),
        Err(Arc::new(Failure::Panic("this generator breaks down here".into())))
    );
    assert_eq!((maker.n_made(), cache.n_kept()), (before + 1, 0));
}

/// A generator that signals its start, and ends when it is signalled.
struct Gate {
    begun: Mutex<Sender<()>>,
    may_end: Mutex<Receiver<()>>,
}

impl Generator for Gate {
    fn request(&self, ir: String) -> Request {
        request(&ir)
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        let ended = self.begun.lock().map(|begun| begun.send(())).is_ok()
            && self.may_end.lock().is_ok_and(|end| end.recv().is_ok());
        if ended { Ok(image(ir)) } else { Err(Failure::Panic(String::new())) }
    }
}

#[test]
fn nobody_waits_for_another_key() {
    let cache = in_memory();
    let ((begun, has_begun), (end, may_end)) = (channel(), channel());
    let gate = Gate { begun: Mutex::new(begun), may_end: Mutex::new(may_end) };
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| cache.get(&gate, "slow".into()));
        has_begun.recv().expect("the generator begins");
        // A hit and a miss complete while the other key is being made: else this test hangs.
        for _ in 0..2 {
            assert_eq!(cache.get(&Maker::default(), "other".into()).as_deref(), Ok(&image("other")));
        }
        end.send(()).expect("the generator waits");
        assert_eq!(slow.join().expect("it ends").as_deref(), Ok(&image("slow")));
    });
}

#[test]
fn each_field_changes_the_key() {
    let base = request("ir");
    let text = |text: &str| text.to_string();
    let others = [
        Request { ir: text("is"), ..base.clone() },
        Request { backend: "other", ..base.clone() },
        Request { target: text("there"), ..base.clone() },
        Request { machine: text("a"), ..base.clone() },
        Request { pipeline: text("cse"), ..base.clone() },
        // The same bytes in other fields.
        Request { target: text("herea"), machine: text("\nb"), ..base.clone() },
    ];
    let mut keys: Vec<Key> = others.into_iter().map(|other| Fields::new(other, &build()).key()).collect();
    keys.push(Fields::new(base.clone(), &BuildId::named("other")).key());
    keys.push(Fields::new(base.clone(), &build()).key());
    assert_eq!(keys.last(), Some(&Fields::new(base, &build()).key()), "equal fields give equal keys");
    let n_keys = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), n_keys);
    assert_eq!(keys.iter().map(|key| Key::parse(&key.to_string())).collect::<Option<Vec<_>>>(), Some(keys));
}

#[test]
fn fields_are_told_apart_by_name() {
    let fields = cache_kit::fields("ir");
    let named: Vec<_> = Field::ALL.iter().map(|field| (field.name(), fields.get(*field))).collect();
    let expected = [
        ("format", "4"),
        ("build", "name test"),
        ("backend", "test"),
        ("target", "here"),
        ("machine", "a\nb"),
        ("pipeline", "canonicalize"),
        ("ir", "ir"),
    ];
    assert_eq!(named, expected);
}

#[test]
fn a_program_knows_its_build_and_every_other_one_differs() {
    let own = BuildId::of_this_program().expect("the image of this process can be read");
    let again = BuildId::of_file(&std::env::current_exe().expect("a test knows its path"));
    assert_eq!(Some(&own), again.as_ref().ok());
    let folder = cache_kit::Folder::new("build");
    let ids: Vec<BuildId> = ["one", "other", "\x7fELF\x02\x01 cut off"]
        .iter()
        .map(|text| {
            let path = folder.0.join("program");
            std::fs::write(&path, text).expect("the folder can be written");
            BuildId::of_file(&path).expect("a file has a hash")
        })
        .collect();
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && !ids.contains(&own), "{ids:?}");
}
