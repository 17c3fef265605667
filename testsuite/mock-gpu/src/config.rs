//! The configuration of the driver by a test, in environment variables that begin as the front determines.

use std::path::PathBuf;

use crate::Front;

/// The configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// `LOG`: the file that calls are written to.
    pub(crate) log: Option<PathBuf>,
    /// `SEED`: determines the order of work.
    pub(crate) seed: u64,
    /// `FAIL`: the number of the call that fails.
    pub(crate) fail: Option<u64>,
    /// `VERSION`: the version.
    pub(crate) version: i32,
    /// `INIT`: the result of the initialization.
    pub(crate) init: i32,
    /// `DEVICES`: the number of devices.
    pub(crate) devices: i32,
    /// `CHIP`: the chip of all of them, such as `90`.
    pub chip: String,
    /// `PTX`: the newest accepted version of a text, such as `8.8`.
    pub(crate) ptx: (u32, u32),
    /// `REFUSE`: words for which a text is rejected.
    pub(crate) refuse: Option<String>,
    /// `WARN`: words for which the compiler warns.
    pub(crate) warn: Option<String>,
    /// `MEMORY`: bytes of device memory, of plain allocations and of pools.
    pub(crate) memory: Option<u64>,
    /// `LACKS`: capabilities that the devices lack: `pools`, `managed`, `unified`.
    pub(crate) lacks: Vec<String>,
}

impl Config {
    /// Reads the variables.
    pub(crate) fn read(front: &Front) -> Self {
        let text = |name: &str| {
            std::env::var(format!("{}{name}", front.variables)).ok().filter(|text| !text.is_empty())
        };
        let number = |name: &str| text(name).and_then(|text| text.parse::<i64>().ok());
        let ptx = text("PTX").and_then(|text| {
            let (major, minor) = text.split_once('.')?;
            Some((major.parse().ok()?, minor.parse().ok()?))
        });
        Self {
            log: text("LOG").map(PathBuf::from),
            seed: number("SEED").unwrap_or(1) as u64,
            fail: number("FAIL").map(|number| number as u64),
            version: number("VERSION").map_or(front.version, |number| number as i32),
            init: number("INIT").unwrap_or(0) as i32,
            devices: number("DEVICES").unwrap_or(1) as i32,
            chip: text("CHIP").unwrap_or_else(|| front.chip.to_string()),
            ptx: ptx.unwrap_or((8, 7)),
            refuse: text("REFUSE"),
            warn: text("WARN"),
            memory: number("MEMORY").and_then(|bytes| u64::try_from(bytes).ok()),
            lacks: text("LACKS")
                .map(|text| text.split(',').map(str::to_string).collect())
                .unwrap_or_default(),
        }
    }

    /// Whether the devices lack a capability.
    pub fn lacks(&self, what: &str) -> bool {
        self.lacks.iter().any(|name| name == what)
    }
}
