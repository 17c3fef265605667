//! Renders a document as text for people: plans, graphs and code.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use super::document::View;
use crate::driver::backends::emit_kinds;
use crate::driver::session::{CommandLine, Exit, Session, SourceFile};
use crate::temporary;

/// The command that shows a text made from a document. Its arguments are the document's URI, the name of a
/// [`Form`], and, for files with several pieces, a line of one.
pub(super) const SHOW: &str = "warpline.show";

/// A view of a document.
pub(super) struct Form {
    /// The argument of [`SHOW`].
    pub(super) name: &'static str,
    /// The title in the editor.
    pub(super) title: String,
    /// The command line that produces it.
    args: Vec<String>,
    /// The extension of its files.
    extension: &'static str,
}

/// Returns all forms: those of a schedule, the code of each backend, and the generic form of the IR.
pub(super) fn forms() -> Vec<Form> {
    let emit = |name: &'static str, title: &str, extension| {
        let args = vec!["compile".to_string(), format!("--emit={name}")];
        Form { name, title: format!("show {title}"), args, extension }
    };
    let mut forms = vec![emit("plan", "the plan", "txt"), emit("dot", "the plan as a graph", "dot")];
    let mut codes: Vec<Form> = emit_kinds().map(|(_, kind)| emit(kind.name, kind.title, kind.name)).collect();
    codes.reverse();
    forms.extend(codes);
    let args =
        ["opt", "--mlir-print-op-generic", "--allow-unregistered-dialect"].map(str::to_string).to_vec();
    forms.push(Form { name: "generic", title: "show the generic form".to_string(), args, extension: "mlir" });
    forms
}

impl Form {
    /// Returns the form with a name, else an error that lists all forms.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        let forms = forms();
        let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
        let unknown = format!("expected one of {}, but found '{name}'", names.join(", "));
        forms.into_iter().find(|form| form.name == name).ok_or(unknown)
    }

    /// Renders a piece of a document in this form; the error is the output of the failed command.
    pub(super) fn of(&self, view: View<'_>, command_line: CommandLine) -> Result<String, String> {
        let args: Vec<String> =
            std::iter::once("warpline".to_string()).chain(self.args.iter().cloned()).collect();
        let source =
            SourceFile { name: view.uri.as_str().to_string(), text: view.analysis.text().to_string() };
        let mut session = Session::with_stdin(source);
        match command_line(&args, &mut session) {
            Exit::Success => Ok(session.out),
            _ => Err(session.err),
        }
    }
}

/// A folder for files that an editor shows. It is created with the first one, and removed when dropped.
#[derive(Debug, Default)]
pub(super) struct Folder {
    made: Option<TempDir>,
}

impl Folder {
    /// Writes a text in a form to a file named after the document, and returns its URI.
    pub(super) fn write(&mut self, document: &str, form: &Form, text: &str) -> io::Result<String> {
        let folder = match &mut self.made {
            Some(folder) => folder.path(),
            made => made.insert(temporary::folder("lsp")?).path(),
        };
        let name = document.rsplit('/').next().unwrap_or_default().trim_end_matches(".mlir");
        let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let path = folder.join(format!("{name}.{}.{}", form.name, form.extension));
        std::fs::write(&path, text)?;
        Ok(uri(&path))
    }
}

/// Returns the URI of a file.
fn uri(path: &Path) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'~');
    let mut uri = "file://".to_string();
    for byte in path.as_os_str().as_encoded_bytes() {
        if is_plain(*byte) {
            uri.push(char::from(*byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
