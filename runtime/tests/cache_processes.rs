//! The kernel cache between processes: one that is killed while it stores leaves no corrupt entry, and
//! several that begin with an empty cache make each key once.
//!
//! The other processes are this test, started again with a variable that selects their task.

mod cache_kit;

use cache_kit::{Folder, Maker, below, build, cache, fields, image, options, store};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use warpline_ir::artifact::Code;
use warpline_runtime::cache::{Image, KernelCache, Options};

/// The variable with the path of the cache of a child.
const DIR: &str = "WARPLINE_TEST_CACHE";
/// Rounds of storing until killed.
const N_ROUNDS: u64 = 200;
/// The number of keys of the processes that begin with an empty cache, and the time that each takes.
const N_KEYS: usize = 12;
const TIME: Duration = Duration::from_millis(20);

/// Starts one test of this file in a child with piped output.
fn start(test: &str, dir: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("a test knows its path"));
    command.args(["--exact", test, "--nocapture"]).env(DIR, dir);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("a test can be started again")
}

/// Returns the path of the cache, in a child.
fn dir() -> Option<std::path::PathBuf> {
    std::env::var_os(DIR).map(Into::into)
}

/// Sends a line to the parent.
fn say(line: &str) {
    let mut out = std::io::stdout();
    out.write_all(format!("\n{line}\n").as_bytes()).and_then(|()| out.flush()).expect("the parent reads");
}

/// An image that takes some time to write.
fn large(name: &str) -> Image {
    let mut image = image(name);
    let Code::Native { functions, .. } = &mut image.code else { unreachable!("the kit makes machine code") };
    functions[0].bytes = cache_kit::bytes(1, 300_000);
    image
}

#[test]
fn a_killed_writer_leaves_nothing_wrong() {
    if let Some(dir) = dir() {
        let store = store(&dir);
        say("ready");
        // Far longer than the child is left alive.
        for number in (0..20).cycle().take(20_000) {
            let name = format!("k{number}");
            store.save(fields(&name).key(), &fields(&name), &large(&name)).expect("it is stored");
        }
        return;
    }
    let folder = Folder::new("killed");
    let names: Vec<String> = (0..20).map(|number| format!("k{number}")).collect();
    let mut n_seen = 0;
    for round in 0..N_ROUNDS {
        let mut child = start("a_killed_writer_leaves_nothing_wrong", &folder.dir());
        let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "ready"), "the child does not start");
        std::thread::sleep(Duration::from_micros(below(round, 4000)));
        child.kill().and_then(|()| child.wait()).expect("a child can be killed");
        let store = store(&folder.dir());
        for name in &names {
            let found = store.look(fields(name).key()).map(|listed| listed.entry.map(|entry| entry.image));
            assert!(found.is_none() || found == Some(Ok(large(name))), "round {round}: {name} is torn");
            n_seen += u64::from(found.is_some());
        }
    }
    assert!(N_ROUNDS < n_seen, "{n_seen} entries are too few to say anything");
    // Files of killed processes are removed when they are too old to be in use.
    let (store, temporary) = (store(&folder.dir()), folder.layout().join("tmp"));
    let [_, n_left] = store.leftovers();
    assert!(0 < n_left, "nobody was killed while writing");
    assert_eq!(store.collect().map(|done| done.swept), Some(0), "they are too young");
    let long_ago = std::time::SystemTime::now() - Duration::from_hours(2);
    for file in std::fs::read_dir(&temporary).expect("it is there").flatten() {
        File::options()
            .write(true)
            .open(file.path())
            .and_then(|file| file.set_modified(long_ago))
            .expect("it is ours");
    }
    assert_eq!(store.collect().map(|done| done.swept), Some(n_left));
}

#[test]
fn processes_that_begin_with_nothing_make_each_key_once() {
    if let Some(dir) = dir() {
        let (cache, maker) = (cache(&dir), Maker { time: TIME, ..Maker::default() });
        for number in 0..N_KEYS {
            let ir = format!("k{number}");
            assert_eq!(cache.get(&maker, ir.clone()).as_deref(), Ok(&image(&ir)));
        }
        say(&format!("made {} of {:?}", maker.n_made(), cache.tally()));
        return;
    }
    for n_processes in [2, 6] {
        let folder = Folder::new("cold");
        let name = "processes_that_begin_with_nothing_make_each_key_once";
        let children: Vec<Child> = (0..n_processes).map(|_| start(name, &folder.dir())).collect();
        let mut n_made = 0;
        for child in children {
            let output = child.wait_with_output().expect("a child can be waited for");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let made = text
                .lines()
                .find_map(|line| line.strip_prefix("made ")?.split(' ').next()?.parse::<usize>().ok());
            assert!(output.status.success(), "a child fails: {text}");
            n_made += made.expect("a child tells what it made");
        }
        assert_eq!(n_made, N_KEYS, "{n_processes} processes");
        assert_eq!(store(&folder.dir()).keys().len(), N_KEYS);
    }
}

#[test]
fn a_process_that_holds_a_lock_and_does_nothing_delays_others_a_little() {
    let folder = Folder::new("stopped");
    let digits = fields("kernel").key().to_string();
    drop(cache(&folder.dir()));
    let file = File::create(folder.layout().join("lk").join(&digits[..3])).expect("it can be made");
    file.try_lock().expect("nobody has it");
    let patience = Duration::from_millis(50);
    let cache = KernelCache::open(&Options { patience, ..options(&folder.dir()) }, build());
    let started = std::time::Instant::now();
    assert_eq!(cache.get(&Maker::default(), "kernel".into()).as_deref(), Ok(&image("kernel")));
    assert!(patience <= started.elapsed(), "the lock is that of another key");
    assert_eq!((cache.tally().misses, cache.tally().stores), (1, 1));
}
