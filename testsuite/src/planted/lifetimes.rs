//! Buffers that are used after their free, or freed twice, where a number says so.

use super::{ELEMENTS, Pair, one_of};
use crate::generator::Generator;

/// How a buffer is freed.
#[derive(Clone, Copy, Debug)]
enum Free {
    /// On a path.
    Branch,
    /// In a called function.
    Call,
    /// In one iteration of a loop.
    Iteration,
    /// By a larger one that takes its place.
    Realloc,
}

/// What uses a buffer that may be freed.
#[derive(Clone, Copy, Debug)]
enum Use {
    Load,
    Store,
    View,
    Vector,
    Copy,
    Call,
    Launch,
    Free,
    Realloc,
    Loop,
}

/// Returns a pair: the buffer is freed if the number is 1.
pub(super) fn pair(random: &mut Generator) -> Pair {
    let element = one_of(random, &ELEMENTS);
    let size = 4 + random.below(60);
    let is_static = random.below(2) == 0;
    let is_device = random.below(4) == 0;
    let is_argument = !is_device && random.below(4) == 0;
    let frees: &[Free] = if is_device || is_argument {
        &[Free::Branch, Free::Call, Free::Iteration]
    } else {
        &[Free::Branch, Free::Call, Free::Iteration, Free::Realloc]
    };
    let free = one_of(random, frees);
    let uses: &[Use] = if is_device {
        &[Use::Load, Use::Store, Use::View, Use::Launch, Use::Free, Use::Copy, Use::Call]
    } else {
        &[
            Use::Load,
            Use::Store,
            Use::View,
            Use::Vector,
            Use::Copy,
            Use::Call,
            Use::Launch,
            Use::Free,
            Use::Realloc,
            Use::Loop,
        ]
    };
    let used = one_of(random, uses);
    // Realloc takes a buffer without a layout, of one dimension, and frees what an argument brings, too.
    let has_new_owner = random.below(2) == 0;
    let sizes = if is_static || is_argument { size.to_string() } else { "?".to_string() };
    let ty = format!("memref<{sizes}x{element}>");
    let text = Program { element, size, ty: &ty, is_device, is_argument, free, used, has_new_owner };
    let owner = if has_new_owner { "with a new owner" } else { "without a new owner" };
    Pair {
        what: format!("{free:?} then {used:?} of {ty}, device {is_device}, argument {is_argument}, {owner}"),
        wrong: text.program(1),
        right: text.program(0),
    }
}

struct Program<'a> {
    element: &'a str,
    size: usize,
    ty: &'a str,
    is_device: bool,
    is_argument: bool,
    free: Free,
    used: Use,
    has_new_owner: bool,
}

impl Program<'_> {
    fn operand(&self) -> &'static str {
        if self.ty.contains('?') { "%size" } else { "" }
    }

    /// Returns the operation that frees a buffer.
    fn dealloc(&self, name: &str) -> String {
        let kind = if self.is_device { "gpu.dealloc" } else { "memref.dealloc" };
        format!("{kind} {name} : {}\n", self.ty)
    }

    fn alloc(&self, name: &str) -> String {
        let kind = if self.is_device { "gpu.alloc host_shared" } else { "memref.alloc" };
        format!("{name} = {kind} ({}) : {}\n", self.operand(), self.ty)
    }

    fn program(&self, number: i64) -> String {
        let Self { element, size, ty, .. } = self;
        let one = if element.starts_with('f') { "1.0" } else { "1" };
        let constants = format!(
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c3 = arith.constant 3 : index\n%size = \
             arith.constant {size} : index\n%one = arith.constant {one} : {element}\n"
        );
        let fill = |name: &str| {
            format!("scf.for %q = %c0 to %size step %c1 {{\nmemref.store %one, {name}[%q] : {ty}\n}}\n")
        };
        let made =
            if self.is_argument { String::new() } else { format!("{}{}", self.alloc("%m"), fill("%m")) };
        let owner = if self.has_new_owner {
            format!("{}{}", self.alloc("%new"), fill("%new"))
        } else {
            String::new()
        };
        let end = if self.has_new_owner {
            format!(
                "%kept = memref.load %new[%c1] : {ty}\nmemref.store %kept, %out[%c0] : memref<1x{element}>\n{}",
                self.dealloc("%new")
            )
        } else {
            String::new()
        };
        let argument =
            if self.is_argument { format!(", %m: {ty} {{warpline.input = \"1\"}}") } else { String::new() };
        format!(
            "module attributes {{gpu.container_module}} {{
gpu.module @device {{
gpu.func @read(%m: {ty}, %out: memref<1x{element}>) kernel {{
%c0 = arith.constant 0 : index
%v = memref.load %m[%c0] : {ty}
memref.store %v, %out[%c0] : memref<1x{element}>
gpu.return
}}
}}
func.func private @read(%m: {ty}, %out: memref<1x{element}>) {{
%c0 = arith.constant 0 : index
%v = memref.load %m[%c0] : {ty}
memref.store %v, %out[%c0] : memref<1x{element}>
return
}}
func.func private @end(%m: {ty}, %is_early: i1) {{
scf.if %is_early {{
{}}}
return
}}
func.func @main(%n: index {{warpline.input = \"{number}\"}}, %out: memref<1x{element}> {{warpline.input = \"0\"}}{argument}) {{
{constants}%is_early = arith.cmpi eq, %n, %c1 : index
{made}{}{owner}{}{end}return
}}
}}
",
            self.dealloc("%m"),
            self.freed(),
            self.used(),
        )
    }

    /// Returns the lines that free `%m` if the number is 1.
    fn freed(&self) -> String {
        let (ty, dealloc) = (self.ty, self.dealloc("%m"));
        match self.free {
            Free::Branch => format!("scf.if %is_early {{\n{dealloc}}}\n"),
            Free::Call => format!("func.call @end(%m, %is_early) : ({ty}, i1) -> ()\n"),
            Free::Iteration => format!(
                "scf.for %t = %c0 to %c3 step %c1 {{\n%is_second = arith.cmpi eq, %t, %c1 : index\n%is_now = arith.andi %is_second, \
                 %is_early : i1\nscf.if %is_now {{\n{dealloc}}}\n}}\n"
            ),
            Free::Realloc => {
                let larger = format!("memref<?x{}>", self.element);
                format!(
                    "%larger = arith.addi %size, %size : index\nscf.if %is_early {{\n%grown = memref.realloc %m(%larger) : {ty} to \
                     {larger}\nmemref.store %one, %grown[%c0] : {larger}\nmemref.dealloc %grown : {larger}\n}}\n"
                )
            }
        }
    }

    /// Returns the lines that use `%m`.
    fn used(&self) -> String {
        let Self { element, ty, .. } = self;
        let seen = |value: &str| format!("memref.store {value}, %out[%c0] : memref<1x{element}>\n");
        match self.used {
            Use::Load => format!("%v = memref.load %m[%c0] : {ty}\n{}", seen("%v")),
            Use::Store => format!("memref.store %one, %m[%c3] : {ty}\n"),
            Use::View => {
                let to = format!("memref<2x{element}, strided<[1], offset: 1>>");
                format!(
                    "%view = memref.subview %m[1] [2] [1] : {ty} to {to}\n%v = memref.load %view[%c1] : {to}\n{}",
                    seen("%v")
                )
            }
            Use::Vector => {
                let lane = format!("%v = vector.extract %lanes[1] : {element} from vector<4x{element}>\n");
                format!("%lanes = vector.load %m[%c0] : {ty}, vector<4x{element}>\n{lane}{}", seen("%v"))
            }
            Use::Copy => format!(
                "%copy = memref.alloc({}) : {ty}\nmemref.copy %m, %copy : {ty} to {ty}\n%v = memref.load %copy[%c0] : \
                 {ty}\n{}memref.dealloc %copy : {ty}\n",
                self.operand(),
                seen("%v")
            ),
            Use::Call => format!("func.call @read(%m, %out) : ({ty}, memref<1x{element}>) -> ()\n"),
            Use::Launch => format!(
                "gpu.launch_func @device::@read blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : {ty}, %out : \
                 memref<1x{element}>)\n"
            ),
            Use::Free => self.dealloc("%m"),
            Use::Realloc => format!(
                "%twice = arith.addi %size, %size : index\n%again = memref.realloc %m(%twice) : {ty} to memref<?x{element}>\n\
                 memref.store %one, %again[%c0] : memref<?x{element}>\nmemref.dealloc %again : memref<?x{element}>\n"
            ),
            Use::Loop => format!(
                "%sum = scf.for %t = %c0 to %c3 step %c1 iter_args(%last = %one) -> ({element}) {{\n%v = memref.load %m[%t] : \
                 {ty}\nscf.yield %v : {element}\n}}\n{}",
                seen("%sum")
            ),
        }
    }
}
