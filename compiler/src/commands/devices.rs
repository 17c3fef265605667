//! `warpline devices`: what can run programs here, and why the rest cannot.

use clap::Args;
use serde_json::json;
use warpline_runtime::DeviceStatus;

use crate::session::{Exit, Session, Stop};

/// The flags of `devices`.
#[derive(Debug, Args)]
pub struct DevicesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// End with code 3 if this device is not here
    #[arg(long, value_name = "DEVICE")]
    require: Option<String>,
}

/// Lists the devices for people.
pub(crate) fn list(session: &mut Session) {
    show(session, false);
}

/// Prints and returns all devices.
fn show(session: &mut Session, is_json: bool) -> Vec<DeviceStatus> {
    let interp = DeviceStatus {
        name: "interp".to_string(),
        available: true,
        detail: "reference interpreter".to_string(),
    };
    let mut all = warpline_runtime::devices();
    all.push(interp);
    for device in &all {
        let state = if device.available { "available" } else { "missing" };
        session.print(if is_json {
            json!({"name": device.name, "available": device.available, "detail": device.detail}).to_string()
        } else {
            format!("{:<8} {state:<10} {}", device.name, device.detail)
        });
    }
    all
}

/// Lists the devices.
pub fn devices(session: &mut Session, args: &DevicesArgs) -> Result<Exit, Stop> {
    let all = show(session, args.json);
    let Some(wanted) = &args.require else { return Ok(Exit::Success) };
    let fits =
        |device: &DeviceStatus| device.name.split(':').next() == Some(wanted) || device.name == *wanted;
    match all.iter().find(|device| fits(device) && device.available) {
        Some(_) => Ok(Exit::Success),
        None => Err(session.fail(Exit::Missing, format!("device '{wanted}' is not here"))),
    }
}
