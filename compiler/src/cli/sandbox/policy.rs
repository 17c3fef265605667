//! What Linux lets the child do: Landlock for files, seccomp for system calls, and a limit of memory.

use std::collections::BTreeMap;
use std::fs::read_dir;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use libc::{c_long, c_ulong};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter,
};

/// What goes wrong, for people.
type Result<T> = std::result::Result<T, String>;

/// What the C library, threads and memory of a run ask of the kernel. Other calls fail with `EPERM`; those in
/// [`conditional`] are allowed with some arguments only.
const CALLS: &[c_long] = &[
    // Files that are open, and those that Landlock allows.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_openat,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    libc::SYS_ppoll,
    // Memory.
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_brk,
    // Threads.
    libc::SYS_clone3,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_membarrier,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_setaffinity,
    libc::SYS_getcpu,
    libc::SYS_gettid,
    libc::SYS_getpid,
    // Signals of its own.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    // Clocks, limits and random numbers.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getrandom,
];

/// Gives up the rights of this process. It reads these files, itself in `/proc`, and what is open; `memory` is the limit
/// of its data in bytes. It must have one thread.
pub(super) fn restrict(readable: &[PathBuf], memory: Option<u64>) -> Result<()> {
    let n_threads = read_dir("/proc/self/task").map_or(1, Iterator::count);
    if n_threads != 1 {
        return Err(format!("it has {n_threads} threads already"));
    }
    confine(readable, memory)
}

/// Gives up the rights of this thread, and of those that it starts.
fn confine(readable: &[PathBuf], memory: Option<u64>) -> Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| error.to_string())?;
    limit(Resource::Core, 0)?;
    if let Some(memory) = memory {
        limit(Resource::Data, memory)?;
    }
    forbid_files(readable)?;
    forbid_calls()
}

fn limit(resource: Resource, most: u64) -> Result<()> {
    let limit = Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(resource, limit).map_err(|error| format!("cannot set a limit: {error}"))
}

/// Lets Landlock refuse all files but those to read.
fn forbid_files(readable: &[PathBuf]) -> Result<()> {
    let status = ruleset(readable).map_err(|error| format!("Landlock says: {error}"))?;
    if status == RulesetStatus::NotEnforced { Err("this kernel has no Landlock".to_string()) } else { Ok(()) }
}

fn ruleset(readable: &[PathBuf]) -> std::result::Result<RulesetStatus, RulesetError> {
    let read = AccessFs::ReadFile;
    let files = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?;
    let mut rules = files.create()?;
    let own = format!("/proc/{}", std::process::id());
    // Landlock has no rules for pipes, which are open already.
    let files = readable.iter().map(PathBuf::as_path).filter(|path| path.is_file());
    for path in files.chain([Path::new(&own)]) {
        // A file that cannot be opened is reported where it is read.
        if let Ok(file) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(file, read))?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Lets seccomp refuse all system calls but those of a run, in all later threads, too.
fn forbid_calls() -> Result<()> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let mut allowed: BTreeMap<c_long, Vec<SeccompRule>> =
        CALLS.iter().chain(machine_calls()).map(|call| (*call, Vec::new())).collect();
    allowed.extend(conditional()?);
    let (allow, refuse) = (SeccompAction::Allow, |errno: i32| SeccompAction::Errno(errno as u32));
    // `clone3` has its flags in memory, where no filter sees them. The C library then takes `clone`.
    let hidden = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let filters = [
        SeccompFilter::new(hidden, allow.clone(), refuse(libc::ENOSYS), arch),
        SeccompFilter::new(allowed, refuse(libc::EPERM), allow, arch),
    ];
    for filter in filters {
        let program: Result<BpfProgram> = filter.map_err(|error| error.to_string()).and_then(|filter| {
            filter.try_into().map_err(|error: seccompiler::BackendError| error.to_string())
        });
        apply_filter(&program?).map_err(|error| format!("seccomp says: {error}"))?;
    }
    Ok(())
}

/// Returns the calls that only this kind of machine has.
fn machine_calls() -> &'static [c_long] {
    #[cfg(target_arch = "x86_64")]
    return &[
        libc::SYS_open,
        libc::SYS_stat,
        libc::SYS_lstat,
        libc::SYS_readlink,
        libc::SYS_poll,
        libc::SYS_time,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    return &[];
}

/// Returns the calls that are allowed with some arguments only.
fn conditional() -> Result<Vec<(c_long, Vec<SeccompRule>)>> {
    let argument = |index: u8, operator: SeccompCmpOp, value: u64| {
        SeccompCondition::new(index, SeccompCmpArgLen::Qword, operator, value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
            .map_err(|error| error.to_string())
    };
    let one_of = |index: u8, values: &[u64]| -> Result<Vec<SeccompRule>> {
        values.iter().map(|value| argument(index, SeccompCmpOp::Eq, *value)).collect()
    };
    let thread = libc::CLONE_THREAD as u64;
    let name_of_memory = libc::PR_SET_VMA as u64;
    Ok(vec![
        // A thread, no process.
        (libc::SYS_clone, vec![argument(0, SeccompCmpOp::MaskedEq(thread), thread)?]),
        // A signal to itself.
        (libc::SYS_tgkill, one_of(0, &[u64::from(std::process::id())])?),
        (libc::SYS_prctl, one_of(0, &[libc::PR_SET_NAME as u64, name_of_memory])?),
        // Its own limits, to read.
        (libc::SYS_prlimit64, one_of(2, &[0])?),
        // Whether a stream is a terminal.
        (libc::SYS_ioctl, one_of(1, &[c_ulong::from(libc::TCGETS), c_ulong::from(libc::TIOCGWINSZ)])?),
        (libc::SYS_fcntl, one_of(1, &[libc::F_GETFD as u64, libc::F_SETFD as u64, libc::F_GETFL as u64])?),
    ])
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write as _;
    use std::net::{TcpListener, UdpSocket};
    use std::path::PathBuf;
    use std::process::Command;

    use super::confine;

    /// The test that becomes the child.
    const CHILD: &str = "cli::sandbox::policy::tests::child_tries_what_it_may_not";

    #[test]
    fn child_keeps_no_rights() {
        let exe = std::env::current_exe().expect("the test has a file");
        let ran = Command::new(exe)
            .args(["--exact", CHILD, "--ignored", "--test-threads=1", "--nocapture"])
            .output();
        let ran = ran.expect("the child starts");
        let text = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.success() && text.contains("1 passed"),
            "{text}{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }

    #[test]
    #[ignore = "gives up the rights of its process; `child_keeps_no_rights` starts it in one of its own"]
    fn child_tries_what_it_may_not() {
        let own = std::env::current_exe().expect("the test has a file");
        let mut open = tempfile::tempfile().expect("a file is made");
        let folder = tempfile::tempdir().expect("a folder is made");
        match confine(std::slice::from_ref(&own), Some(1 << 30)) {
            Err(reason) if reason.contains("Landlock") => {
                let _ = writeln!(std::io::stdout(), "skipped: needs Landlock");
                return;
            }
            other => other.expect("the process is confined"),
        }
        let refused = |what: &str, result: std::io::Result<()>| {
            let error = result.expect_err(what);
            assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied, "{what}: {error}");
        };
        refused("reads another file", File::open("/etc/passwd").map(drop));
        refused("reads a folder", std::fs::read_dir("/").map(drop));
        refused("leaves by /proc", File::open("/proc/self/cwd/Cargo.toml").map(drop));
        refused("reads another process", File::open("/proc/1/environ").map(drop));
        refused("writes a new file", std::fs::write(folder.path().join("new"), "x"));
        refused("removes", std::fs::remove_dir(folder.path()));
        refused("listens", TcpListener::bind("127.0.0.1:0").map(drop));
        refused("sends", UdpSocket::bind("127.0.0.1:0").map(drop));
        refused("starts a process", Command::new(&own).arg("--list").status().map(drop));
        refused(
            "signals another process",
            rustix::process::test_kill_process(rustix::process::Pid::INIT).map_err(Into::into),
        );
        File::open(&own).expect("a file that is named can be read");
        std::fs::read_to_string("/proc/self/status").expect("the process can be read");
        open.write_all(b"x").expect("a file that is open can be written");
        assert_eq!(std::thread::spawn(|| 7).join().ok(), Some(7), "threads can be started");
        assert!(Vec::<u8>::new().try_reserve(2 << 30).is_err(), "memory is limited");
        let missing = PathBuf::from("/nowhere");
        assert!(File::open(missing).is_err());
    }
}
