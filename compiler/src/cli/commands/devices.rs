//! `warpline devices`: lists the devices that can run programs here, and the reasons why others cannot.

use clap::Args;
use serde_json::json;
use warpline_runtime::DeviceStatus;

use crate::driver::devices::{find, line, statuses};
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::support as operations;

/// The flags of `devices`.
#[derive(Debug, Args)]
pub struct DevicesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// List the operations that each device supports instead of the devices
    #[arg(long, conflicts_with = "require")]
    operations: bool,
    /// With --operations: list only operations whose name contains this text, such as gpu. or atomic
    #[arg(requires = "operations")]
    filter: Option<String>,
    /// Exit with code 3 if this device is not available
    #[arg(long, value_name = "DEVICE")]
    require: Option<String>,
}

/// Prints devices.
fn show(session: &mut Session, all: &[DeviceStatus], is_json: bool) {
    for device in all {
        session.print(if is_json {
            json!({"name": device.name, "available": device.available, "detail": device.detail}).to_string()
        } else {
            line(device)
        });
    }
}

/// Lists the devices.
pub fn devices(session: &mut Session, args: &DevicesArgs) -> Result<Exit, Stop> {
    if args.operations {
        operations::list(session, args.filter.as_deref().unwrap_or_default(), args.json);
        return Ok(Exit::Success);
    }
    let all = statuses();
    let kind_of = |device: &DeviceStatus| device.name.split(':').next().unwrap_or_default().to_string();
    let mut kinds: Vec<String> = all.iter().map(kind_of).collect();
    kinds.dedup();
    let is_known = |wanted: &String| kinds.contains(wanted) || find(wanted).is_some();
    if let Some(wanted) = args.require.as_ref().filter(|wanted| !is_known(wanted)) {
        let message = format!("unknown device '{wanted}' for --require; there are {}", kinds.join(", "));
        return Err(session.fail(Exit::Usage, message));
    }
    show(session, &all, args.json);
    let Some(wanted) = &args.require else { return Ok(Exit::Success) };
    let fits = |device: &DeviceStatus| kind_of(device) == *wanted || device.name == *wanted;
    match all.iter().find(|device| fits(device) && device.available) {
        Some(_) => Ok(Exit::Success),
        None => Err(session.fail(Exit::Missing, format!("device '{wanted}' is not available"))),
    }
}
