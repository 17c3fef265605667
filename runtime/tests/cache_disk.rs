//! The kernel cache on disk: corrupt, foreign or unusable data is a miss, and the result is still correct.

mod cache_kit;

use cache_kit::{Folder, Maker, build, bytes, cache, fields, image, options, store};
use std::fs::{self, FileTimes, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use warpline_runtime::cache::{
    Entry, Flaw, Found, KernelCache, Key, Limits, Options, Policy, Store, StoreOptions, Tally, current_user,
};

const IR: &str = "kernel";

/// Requests the kernel from a new cache, as another process would; returns the event counts and warnings.
#[track_caller]
fn ask(options: &Options) -> (Tally, Vec<String>) {
    let (cache, maker) = (KernelCache::open(options, build()), Maker::default());
    assert_eq!(cache.get(&maker, IR.to_string()).as_deref(), Ok(&image(IR)));
    assert_eq!(maker.n_made(), cache.tally().misses);
    (cache.tally(), cache.take_warnings())
}

/// Stores the kernel's entry and returns its file.
fn stored(folder: &Folder) -> PathBuf {
    assert_eq!(ask(&options(&folder.dir())), (Tally { misses: 1, stores: 1, ..Tally::default() }, vec![]));
    entry_file(&folder.layout(), fields(IR).key())
}

fn entry_file(layout: &Path, key: Key) -> PathBuf {
    let digits = key.to_string();
    layout.join("e").join(&digits[..2]).join(format!("{}.wlk", &digits[2..]))
}

fn n_files(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the mode can be set");
}

fn set_age(path: &Path, age: Duration) {
    let time = FileTimes::new().set_modified(SystemTime::now() - age);
    fs::File::open(path).and_then(|file| file.set_times(time)).expect("times can be set");
}

const HIT: Tally = Tally { hits: 1, misses: 0, shared: 0, stores: 0, broken: 0, different: 0 };
const STORED: Tally = Tally { hits: 0, misses: 1, shared: 0, stores: 1, broken: 0, different: 0 };
const MENDED: Tally = Tally { broken: 1, ..STORED };
/// Code was generated but not stored.
const MADE: Tally = Tally { stores: 0, ..STORED };

/// Returns the warning about an entry with this flaw.
fn broken(flaw: &str) -> String {
    format!("ignoring a broken entry of the kernel cache: {flaw}")
}

/// Asserts that a corrupt entry is a miss with a warning, and is generated again.
#[track_caller]
fn assert_mended(folder: &Folder) {
    let (tally, warnings) = ask(&options(&folder.dir()));
    assert_eq!((tally, warnings.len()), (MENDED, 1), "{warnings:?}");
    assert!(warnings[0].starts_with(&broken("")), "{warnings:?}");
}

#[test]
fn the_next_process_makes_nothing() {
    let folder = Folder::new("next");
    let file = stored(&folder);
    assert_eq!(ask(&options(&folder.dir())), (HIT, vec![]));
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.layout()), 0o700);
    assert_eq!([mode(&file), mode(&folder.layout().join("mac.key"))], [0o600; 2]);
    assert_eq!(n_files(&folder.layout().join("tmp")), 0);
    // Another build of the program does not use it.
    let other = KernelCache::open(&options(&folder.dir()), warpline_runtime::cache::BuildId::named("other"));
    assert_eq!(other.get(&Maker::default(), IR.into()).as_deref(), Ok(&image(IR)));
    assert_eq!(other.tally(), STORED);
}

#[test]
fn policies_do_what_they_say() {
    let folder = Folder::new("policies");
    let with = |policy| Options { policy, ..options(&folder.dir()) };
    // There is no directory, and none is created.
    assert_eq!(ask(&with(Policy::ReadOnly)), (MADE, vec![]));
    assert!(!folder.dir().exists());
    let file = stored(&folder);
    assert_eq!(ask(&with(Policy::ReadOnly)), (HIT, vec![]));
    assert_eq!(ask(&with(Policy::Verify)), (Tally { hits: 1, misses: 1, ..Tally::default() }, vec![]));
    // Other code under the right key, correctly signed: only a comparison detects it.
    let key = fields(IR).key();
    store(&folder.dir()).save(key, &fields(IR), &image("other")).expect("it is stored");
    let (tally, warnings) = ask(&with(Policy::Verify));
    assert_eq!(tally, Tally { hits: 1, misses: 1, stores: 1, different: 1, ..Tally::default() });
    assert_eq!(warnings, [format!("the kernel cache entry {key} differs from the code generated now")]);
    assert_eq!(ask(&with(Policy::ReadWrite)), (HIT, vec![]));
    // A corrupt entry is left alone if nothing may be written.
    fs::write(&file, "broken").expect("it can be written");
    assert_eq!(
        ask(&with(Policy::ReadOnly)),
        (Tally { broken: 1, ..MADE }, vec![broken("its size is not that of an entry")])
    );
    assert_eq!(fs::read(&file).ok().as_deref(), Some(&b"broken"[..]));
}

/// Overwrites an entry with other bytes and returns the flaw that a reader finds, after which the entry is
/// quarantined.
#[track_caller]
fn flaw(store: &Store, file: &Path, bytes: &[u8]) -> Flaw {
    fs::write(file, bytes).expect("it can be written");
    let found = store.load(fields(IR).key(), &fields(IR));
    assert!(!file.exists(), "a broken entry was left: {found:?}");
    match found {
        Found::Broken(flaw) => flaw,
        found => panic!("a broken entry was {found:?}"),
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_found() {
    let folder = Folder::new("flips");
    let file = stored(&folder);
    let whole = fs::read(&file).expect("the entry is there");
    let store = store(&folder.dir());
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut broken = whole.clone();
            broken[at] ^= 1 << bit;
            let flaw = flaw(&store, &file, &broken);
            let is_header = at < 200;
            assert_eq!(is_header, flaw == Flaw::Mac, "byte {at}, bit {bit}: {flaw}");
        }
    }
    for end in 0..whole.len() {
        let expected = if end < 200 { Flaw::Size } else { Flaw::Length };
        assert_eq!(flaw(&store, &file, &whole[..end]), expected, "cut at {end}");
        let zeros: Vec<u8> = whole[..end].iter().copied().chain(vec![0; whole.len() - end]).collect();
        if zeros != whole {
            flaw(&store, &file, &zeros);
        }
    }
    assert_eq!(flaw(&store, &file, &[&whole[..], &[0]].concat()), Flaw::Length);
    let kept = n_files(&folder.layout().join("q"));
    assert!(0 < kept && kept <= 16, "{kept} broken entries are kept");
}

#[test]
fn what_is_broken_is_made_anew() {
    let folder = Folder::new("anew");
    let file = stored(&folder);
    let whole = fs::read(&file).expect("the entry is there");
    for at in (0..whole.len()).step_by(23) {
        let mut broken = whole.clone();
        broken[at] ^= 4;
        for bytes in [&broken[..], &whole[..at]] {
            fs::write(&file, bytes).expect("it can be written");
            assert_mended(&folder);
            assert_eq!(fs::read(&file).ok(), Some(whole.clone()), "byte {at}");
        }
    }
}

#[test]
fn entries_of_other_keys_and_of_other_directories_are_refused() {
    let (folder, foreign) = (Folder::new("swapped"), Folder::new("foreign"));
    let (file, foreign_file) = (stored(&folder), stored(&foreign));
    assert_ne!(fs::read(&file).ok(), fs::read(&foreign_file).ok(), "both directories have the same key");
    let store = store(&folder.dir());
    let other = fields("other");
    store.save(other.key(), &other, &image("other")).expect("it is stored");
    let swapped = fs::read(entry_file(&folder.layout(), other.key())).expect("it is there");
    let planted = fs::read(&foreign_file).expect("it is there");
    assert_eq!(flaw(&store, &file, &swapped), Flaw::Key);
    assert_eq!(flaw(&store, &file, &planted), Flaw::Mac);
}

#[test]
fn a_damaged_key_is_replaced() {
    let folder = Folder::new("damaged-key");
    stored(&folder);
    let mac_key = folder.layout().join("mac.key");
    let damages: [(&dyn Fn(), &str); 3] = [
        (&|| set_mode(&mac_key, 0o644), "others can read it"),
        (&|| fs::write(&mac_key, "short").expect("it can be written"), "it is not 32 bytes long"),
        (&|| fs::write(&mac_key, "").expect("it can be written"), "it is not 32 bytes long"),
    ];
    for (damage, problem) in damages {
        damage();
        // A reader changes nothing.
        let reader = Options { policy: Policy::ReadOnly, ..options(&folder.dir()) };
        assert!(refusal(&reader).ends_with(&format!("has no valid key: {problem}")));
        // Entries signed with the old key are now invalid, which the same warning covers.
        let (tally, warnings) = ask(&options(&folder.dir()));
        let expected = "the key of the kernel cache was replaced, and its entries are invalid";
        assert_eq!((tally, warnings), (MENDED, vec![format!("{expected}: {problem}")]));
        assert_eq!(ask(&options(&folder.dir())), (HIT, vec![]));
    }
}

#[test]
fn files_that_are_not_ours_alone_are_refused() {
    let folder = Folder::new("files");
    let file = stored(&folder);
    let aside = folder.0.join("aside");
    fs::rename(&file, &aside).expect("it can be moved");
    symlink(&aside, &file).expect("a link can be made");
    assert_mended(&folder);
    assert!(aside.exists() && !file.is_symlink());
    set_mode(&file, 0o620);
    assert_mended(&folder);
    fs::remove_file(&file).and_then(|()| fs::create_dir(&file)).expect("a folder can be made");
    assert_mended(&folder);
    assert_eq!(ask(&options(&folder.dir())), (HIT, vec![]));
}

/// Returns the warning about a directory that is not used; the result is correct, and nothing is stored.
#[track_caller]
fn refusal(options: &Options) -> String {
    let (tally, warnings) = ask(options);
    assert_eq!((tally, warnings.len()), (MADE, 1), "{warnings:?}");
    let dir = options.dir.as_ref().map(|dir| format!("'{}' ", dir.join("v1").display()));
    let text = warnings[0].strip_prefix("the kernel cache is not used: ").unwrap_or_default();
    dir.and_then(|dir| text.strip_prefix(&dir)).unwrap_or(text).to_string()
}

#[test]
fn directories_that_are_not_ours_alone_are_refused() {
    let folder = Folder::new("directories");
    stored(&folder);
    let stranger = current_user() + 1;
    let as_stranger = Options { owner: stranger, ..options(&folder.dir()) };
    let expected = format!("belongs to user {}, not to user {stranger}", current_user());
    assert_eq!(refusal(&as_stranger), expected);
    for (mode, shown) in [(0o720, "720"), (0o702, "702"), (0o1777, "1777")] {
        set_mode(&folder.layout(), mode);
        assert_eq!(refusal(&options(&folder.dir())), format!("can be written by others (mode {shown})"));
    }
    set_mode(&folder.layout(), 0o755);
    assert_eq!(ask(&options(&folder.dir())), (HIT, vec![]));
    let linked = Folder::new("linked");
    fs::create_dir(linked.dir()).expect("a folder can be made");
    symlink(folder.layout(), linked.layout()).expect("a link can be made");
    assert_eq!(refusal(&options(&linked.dir())), "is a symbolic link");
}

#[test]
fn a_directory_that_cannot_be_used_is_one_warning() {
    let folder = Folder::new("unusable");
    let file = folder.0.join("file");
    fs::write(&file, "").expect("it can be written");
    fs::create_dir(folder.dir()).and_then(|()| fs::write(folder.layout(), "")).expect("they can be made");
    assert_eq!(refusal(&options(&folder.dir())), "is not a directory");
    assert!(refusal(&options(&file)).starts_with("cannot be inspected: "), "a file is in the way");
    assert!(
        refusal(&options(Path::new("/proc"))).starts_with("cannot be created: "),
        "nothing can be written there"
    );
    // Without a directory there are no warnings.
    assert_eq!(ask(&Options::default()), (MADE, vec![]));
}

#[test]
fn a_directory_that_vanishes_or_fills_up_costs_one_warning() {
    let folder = Folder::new("vanishes");
    let cannot_store = |break_it: &dyn Fn(&Path)| {
        let cache = cache(&folder.dir());
        break_it(&folder.layout());
        for ir in ["a", "b", "a"] {
            assert_eq!(cache.get(&Maker::default(), ir.into()).as_deref(), Ok(&image(ir)));
        }
        assert_eq!(cache.tally(), Tally { misses: 2, shared: 1, ..Tally::default() });
        let warnings = cache.take_warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].starts_with("the kernel cache cannot store code: "), "{warnings:?}");
        drop(fs::remove_dir_all(folder.dir()));
    };
    cannot_store(&|layout| fs::remove_dir_all(layout).expect("it can be removed"));
    cannot_store(&|layout| {
        fs::remove_dir(layout.join("tmp"))
            .and_then(|()| fs::write(layout.join("tmp"), ""))
            .expect("it can be made");
    });
    cannot_store(&|layout| {
        fs::remove_dir(layout.join("e"))
            .and_then(|()| fs::write(layout.join("e"), ""))
            .expect("it can be made");
    });
    // No lock is available, which only costs duplicate work.
    let cache = cache(&folder.dir());
    let locks = folder.layout().join("lk");
    fs::remove_dir(&locks).and_then(|()| fs::write(&locks, "")).expect("it can be made");
    assert_eq!(cache.get(&Maker::default(), "a".into()).as_deref(), Ok(&image("a")));
    assert_eq!((cache.tally(), cache.take_warnings()), (STORED, vec![]));
}

#[test]
fn collection_takes_what_was_not_used_for_longest() {
    let folder = Folder::new("collection");
    let limits = Limits { bytes: 1 << 30, entries: 10, age: Duration::from_hours(24) };
    let store = Store::open(&StoreOptions {
        dir: folder.dir(),
        access: warpline_runtime::cache::DirectoryAccess::Write,
        owner: current_user(),
        limits,
    });
    let store = store.ok().flatten().expect("it can be opened");
    let names: Vec<String> = (0..20).map(|number| format!("k{number}")).collect();
    let key = |name: &String| fields(name).key();
    for name in &names {
        store.save(key(name), &fields(name), &image(name)).expect("it is stored");
    }
    // All of them are recent.
    assert_eq!(store.collect().map(|done| (done.removed[0], done.left[0])), Some((0, 20)));
    for (number, name) in (0..).zip(&names) {
        set_age(&entry_file(&folder.layout(), key(name)), Duration::from_secs(100 + 10 * number));
    }
    // Two hours: one use updates the last-use time.
    set_age(&entry_file(&folder.layout(), key(&names[19])), Duration::from_hours(2));
    assert!(matches!(store.load(key(&names[19]), &fields(&names[19])), Found::Image(_)));
    fs::write(folder.layout().join("tmp/left"), "").expect("it can be written");
    set_age(&folder.layout().join("tmp/left"), Duration::from_hours(2));
    let done = store.collect().expect("nobody else collects");
    assert_eq!((done.removed[0], done.left[0], done.swept), (12, 8, 1));
    let left: Vec<bool> = names.iter().map(|name| store.keys().contains(&key(name))).collect();
    let expected: Vec<bool> = (0..20).map(|number| number < 7 || number == 19).collect();
    assert_eq!(left, expected);
    // Entries that are too old are removed even if there is room.
    set_age(&entry_file(&folder.layout(), key(&names[0])), Duration::from_hours(48));
    assert_eq!(store.collect().map(|done| (done.removed[0], done.left[0])), Some((1, 7)));
    assert_eq!((store.clear(), store.keys()), (7, vec![]));
}

#[test]
fn a_store_collects_as_often_as_its_share_of_the_limit() {
    let limits = Limits { bytes: 1 << 20, entries: 1 << 40, age: Duration::MAX };
    let n_due = (0..10_000).filter(|number| {
        let mut key = Key([0; 32]);
        key.0.copy_from_slice(&bytes(*number, 32));
        // A tenth of 5 %.
        limits.are_due(key, (1 << 20) / 200)
    });
    let n_due = n_due.count();
    assert!((900..1100).contains(&n_due), "{n_due} of 10000");
}

/// Invariant of the decoder: entries with arbitrary contents, signed with the key, are rejected or decode to
/// exactly those contents.
#[test]
fn an_entry_means_exactly_what_its_bytes_say() {
    let (mac_key, key) = ([7; 32], fields(IR).key());
    let whole = Entry::bytes(key, &fields(IR), &image(IR), &mac_key);
    let read = Entry::read(&whole, key, &mac_key);
    assert_eq!(read, Ok(Entry { fields: fields(IR), image: image(IR) }));
    assert_eq!(Entry::read(&whole, key, &[8; 32]), Err(Flaw::Mac));
    assert_eq!(Entry::read(&whole, fields("other").key(), &mac_key), Err(Flaw::Key));
    let sealed = Entry::seal(key, [&fields("other").bytes(), &[], &[]], &mac_key);
    assert_eq!(Entry::read(&sealed, key, &mac_key), Err(Flaw::Fields));
    let sealed = Entry::seal(key, [b"nothing", &[], &[]], &mac_key);
    assert_eq!(Entry::read(&sealed, key, &mac_key), Err(Flaw::Meaning("fields")));
}
