//! Pairs of programs that differ in one number: with it one program accesses memory that is not its own, or does something
//! else that has no meaning, and its twin does not.
//!
//! A pair has a kind, which is an operation and what is wrong about it (`kinds`), a place where the operation stands, a
//! memory that its buffer lies in, and a way by which the number reaches it. What ends the life of a buffer too early has
//! kinds of its own (`lifetimes`). A run must report the wrong program, whatever its memory held, and must run its twin.

use crate::generator::Generator;

mod kinds;
mod lifetimes;

/// Two programs that differ in one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What is planted: the kind, the place, the memory, and the way of the number.
    pub what: String,
    /// The program whose run must fail.
    pub wrong: String,
    /// The program whose run must succeed.
    pub right: String,
}

/// The part of a program that a planted operation stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The entry function.
    Host,
    /// A function that it calls.
    Call,
    /// An inline launch.
    Launch,
    /// A `gpu.func`.
    Kernel,
    /// A parallel loop of the host, which becomes a kernel.
    Parallel,
}

/// The memory that the buffer of a planted operation lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// An allocation of the host, before and after others of its size that were freed.
    Host,
    /// An allocation of the stack.
    Stack,
    /// An argument of the entry function.
    Argument,
    /// A `memref.global`.
    Global,
    /// An allocation of a device that the host sees.
    Shared,
    /// Workgroup memory of a kernel.
    Workgroup,
    /// Private memory of a kernel.
    Private,
}

/// The way by which the number reaches the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As a constant.
    Constant,
    /// As an argument.
    Argument,
    /// As the counter of a loop.
    Loop,
    /// From memory.
    Data,
    /// As a sum that wraps.
    Sum,
    /// As a product that wraps.
    Product,
}

/// Elements that buffers have.
const ELEMENTS: [&str; 5] = ["f32", "i32", "i64", "i8", "f64"];

/// What a kind of planted operation is made of.
#[derive(Debug)]
struct Planted {
    /// The name of the kind.
    kind: &'static str,
    /// The lines with the operation, on the buffer `%m` and the number `%k`.
    body: String,
    /// A number that is right.
    right: i64,
    /// A number that is wrong.
    wrong: i64,
}

/// The buffer of a planted operation.
#[derive(Clone, Debug)]
struct Buffer {
    element: &'static str,
    /// The number of elements.
    size: i64,
    /// Whether its type says how many elements there are.
    is_static: bool,
    /// The number of rows of a buffer of two dimensions; its rows have `size` elements each.
    rows: Option<i64>,
    memory: Memory,
    /// Whether it lies in the space of pointers.
    has_pointers: bool,
}

impl Buffer {
    /// Returns the memory space of its type, with a comma before it.
    fn space(&self) -> &'static str {
        match self.memory {
            Memory::Workgroup => ", #gpu.address_space<workgroup>",
            Memory::Private => ", #gpu.address_space<private>",
            _ if self.has_pointers => ", #ptr.generic_space",
            _ => "",
        }
    }

    fn sizes(&self) -> String {
        let size = if self.is_static || self.memory == Memory::Argument {
            self.size.to_string()
        } else {
            "?".to_string()
        };
        self.rows.map_or_else(|| size.clone(), |rows| format!("{rows}x{size}"))
    }

    fn ty(&self) -> String {
        format!("memref<{}x{}{}>", self.sizes(), self.element, self.space())
    }

    /// Returns a type with other sizes and a layout.
    fn part(&self, sizes: &str, layout: &str) -> String {
        let layout = if layout.is_empty() { String::new() } else { format!(", {layout}") };
        format!("memref<{sizes}x{}{layout}{}>", self.element, self.space())
    }

    fn one(&self) -> &'static str {
        if self.element.starts_with('f') { "1.0" } else { "1" }
    }

    /// Returns lines that write all of `%m`, which reads need.
    fn fill(&self) -> String {
        let ty = self.ty();
        let store = match self.rows {
            None => format!("memref.store %one, %m[%q] : {ty}"),
            Some(rows) => format!(
                "%rows = arith.constant {rows} : index\nscf.for %r = %c0 to %rows step %c1 {{\nmemref.store %one, %m[%r, %q] : \
                 {ty}\n}}"
            ),
        };
        format!(
            "%end = arith.constant {} : index\nscf.for %q = %c0 to %end step %c1 {{\n{store}\n}}\n",
            self.size
        )
    }
}

/// Returns the pair of a seed.
pub fn pair(seed: u64) -> Pair {
    let mut random = Generator::new(seed);
    if random.below(4) == 0 {
        return lifetimes::pair(&mut random);
    }
    let (kind, n_kinds) = (random.below(kinds::KINDS.len()), kinds::KINDS.len());
    // The kinds take turns, so that few seeds already have all of them.
    kinds::KINDS[(kind + seed as usize) % n_kinds](&mut random)
}

fn one_of<T: Copy>(random: &mut Generator, choices: &[T]) -> T {
    choices[random.below(choices.len())]
}

/// Returns a number below `0` or from `end` on: next to the end, far from it, or one whose product with the size of an
/// element wraps.
fn beyond(random: &mut Generator, end: i64) -> i64 {
    match random.below(7) {
        0 => end,
        1 => end + random.below(64) as i64,
        2 => end + random.below(1 << 30) as i64,
        3 => -1,
        4 => -1 - random.below(1 << 30) as i64,
        5 => (1 << 62) + random.below(8) as i64,
        _ => i64::MIN + random.below(8) as i64,
    }
}

/// A pair under construction.
struct Build {
    place: Place,
    way: Way,
    buffer: Buffer,
    n_threads: i64,
}

impl Build {
    /// Chooses a place and a way, and a memory that the place has.
    fn new(random: &mut Generator) -> Self {
        use Memory::{Argument, Global, Host, Private, Shared, Stack, Workgroup};
        let places = [Place::Host, Place::Call, Place::Launch, Place::Kernel, Place::Parallel];
        let place = one_of(random, &places);
        let memories: &[Memory] = match place {
            Place::Host | Place::Call | Place::Parallel => &[Host, Stack, Argument, Global, Shared],
            Place::Launch | Place::Kernel => &[Host, Stack, Argument, Global, Shared, Workgroup, Private],
        };
        let memory = one_of(random, memories);
        let has_type =
            matches!(memory, Memory::Workgroup | Memory::Private | Memory::Global | Memory::Argument);
        let ways = [Way::Constant, Way::Argument, Way::Loop, Way::Data, Way::Sum, Way::Product];
        Self {
            place,
            way: one_of(random, &ways),
            buffer: Buffer {
                element: one_of(random, &ELEMENTS),
                size: 8 + 2 * random.below(30) as i64,
                is_static: has_type || random.below(2) == 0,
                rows: None,
                memory,
                has_pointers: false,
            },
            n_threads: one_of(random, &[1, 1, 7, 32]),
        }
    }

    /// Returns the pair.
    fn pair(&self, planted: &Planted) -> Pair {
        let Buffer { memory, element, .. } = &self.buffer;
        Pair {
            what: format!("{}, {:?}, {memory:?} of {element}, {:?}", planted.kind, self.place, self.way),
            wrong: self.program(&planted.body, planted.wrong),
            right: self.program(&planted.body, planted.right),
        }
    }

    fn program(&self, body: &str, number: i64) -> String {
        let Buffer { element, memory, .. } = &self.buffer;
        let ty = self.buffer.ty();
        let constants = format!(
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%one = arith.constant {} : {element}\n",
            self.buffer.one()
        );
        let fill = if self.has_own_buffer() { self.buffer.fill() } else { String::new() };
        let (outer, lines) = self.placed(&constants, &format!("{fill}{}", self.reach(body, number)));
        let buffer = match memory {
            Memory::Argument => format!(", %m: {ty} {{warpline.input = \"1\"}}"),
            _ => String::new(),
        };
        let global = match memory {
            Memory::Global => format!("memref.global \"private\" @g : {ty} = dense<{}>\n", self.buffer.one()),
            _ => String::new(),
        };
        let (given, made) = (self.given(number), self.allocate());
        format!(
            "module attributes {{gpu.container_module}} {{\n{global}{outer}func.func @main(%n: index {{warpline.input = \
             \"{given}\"}}, %table: memref<3xindex> {{warpline.input = \"{given}\"}}, %out: memref<1x{element}> \
             {{warpline.input = \"0\"}}, %seen: memref<1xindex> {{warpline.input = \"0\"}}{buffer}) \
             {{\n{constants}{made}{lines}return\n}}\n}}\n"
        )
    }

    /// Whether the buffer belongs to the place, so that nothing passes it there.
    fn has_own_buffer(&self) -> bool {
        matches!(self.buffer.memory, Memory::Workgroup | Memory::Private)
    }

    /// Returns the function or kernel that the planted lines stand in, if it is not the entry function, and the lines of
    /// the entry function that lead there.
    fn placed(&self, constants: &str, planted: &str) -> (String, String) {
        let (element, ty) = (self.buffer.element, self.buffer.ty());
        let mut values = vec![
            ("%n", "index".to_string()),
            ("%table", "memref<3xindex>".to_string()),
            ("%out", format!("memref<1x{element}>")),
            ("%seen", "memref<1xindex>".to_string()),
        ];
        values.extend((!self.has_own_buffer()).then_some(("%m", ty)));
        let list =
            |text: fn(&(&str, String)) -> String| values.iter().map(text).collect::<Vec<_>>().join(", ");
        let parameters = list(|(name, ty)| format!("{name}: {ty}"));
        let threads = format!("%threads = arith.constant {} : index\n", self.n_threads);
        let attribution = self.attribution();
        match self.place {
            Place::Host => (String::new(), planted.to_string()),
            Place::Call => {
                let (names, types) = (list(|(name, _)| (*name).to_string()), list(|(_, ty)| ty.clone()));
                (
                    format!("func.func private @inner({parameters}) {{\n{constants}{planted}return\n}}\n"),
                    format!("func.call @inner({names}) : ({types}) -> ()\n"),
                )
            }
            Place::Parallel => {
                let lines = self.by_one_thread(planted);
                let head = "scf.parallel (%t) = (%c0) to (%threads) step (%c1)";
                (String::new(), format!("{threads}{head} {{\n{lines}}}\n"))
            }
            Place::Launch => {
                let lines = self.by_one_thread(planted);
                let head = "gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in \
                            (%sx = %threads, %sy = %c1, %sz = %c1)";
                (String::new(), format!("{threads}{head}{attribution} {{\n{lines}gpu.terminator\n}}\n"))
            }
            Place::Kernel => {
                let lines = self.by_one_thread(planted);
                let arguments = list(|(name, ty)| format!("{name} : {ty}"));
                (
                    format!(
                        "gpu.module @device {{\ngpu.func @inner({parameters}){attribution} kernel {{\n{constants}%t = \
                         gpu.thread_id x\n{lines}gpu.return\n}}\n}}\n"
                    ),
                    format!(
                        "{threads}gpu.launch_func @device::@inner blocks in (%c1, %c1, %c1) threads in (%threads, %c1, %c1) \
                         args({arguments})\n"
                    ),
                )
            }
        }
    }

    /// Returns the input from which the program computes the number.
    fn given(&self, number: i64) -> i64 {
        match self.way {
            Way::Sum => number.wrapping_sub(i64::MIN),
            // The product of the odd factor with this is 1.
            Way::Product => number.wrapping_mul(0xCCCC_CCCC_CCCC_CCCD_u64 as i64),
            Way::Constant | Way::Argument | Way::Loop | Way::Data => number,
        }
    }

    /// Returns the body, after the number has become `%k`.
    fn reach(&self, body: &str, number: i64) -> String {
        match self.way {
            Way::Constant => format!("%k = arith.constant {number} : index\n{body}"),
            Way::Argument => body.replace("%k", "%n"),
            Way::Loop => {
                format!(
                    "%after = arith.addi %n, %c1 : index\nscf.for %k = %n to %after step %c1 {{\n{body}}}\n"
                )
            }
            Way::Data => format!("%k = memref.load %table[%c1] : memref<3xindex>\n{body}"),
            Way::Sum => format!(
                "%least = arith.constant {} : index\n%k = arith.addi %n, %least : index\n{body}",
                i64::MIN
            ),
            Way::Product => {
                format!("%five = arith.constant 5 : index\n%k = arith.muli %n, %five : index\n{body}")
            }
        }
    }

    /// Returns the lines for one of the threads only, if there are more.
    fn by_one_thread(&self, lines: &str) -> String {
        if self.n_threads == 1 {
            return lines.to_string();
        }
        format!(
            "%last = arith.constant {} : index\n%is_last = arith.cmpi eq, %t, %last : index\nscf.if %is_last {{\n{lines}}}\n",
            self.n_threads - 1
        )
    }

    fn attribution(&self) -> String {
        let kind = match self.buffer.memory {
            Memory::Workgroup => "workgroup",
            Memory::Private => "private",
            _ => return String::new(),
        };
        let space = if self.place == Place::Launch { " " } else { "" };
        format!(" {kind}(%m{space}: {})", self.buffer.ty())
    }

    /// Returns the lines that make `%m` on the host, and fill it.
    fn allocate(&self) -> String {
        let ty = self.buffer.ty();
        let (size, operand) = if self.buffer.is_static {
            (String::new(), "")
        } else {
            (format!("%size = arith.constant {} : index\n", self.buffer.size), "%size")
        };
        let made = match self.buffer.memory {
            Memory::Workgroup | Memory::Private | Memory::Argument => return String::new(),
            Memory::Global => format!("%m = memref.get_global @g : {ty}\n"),
            Memory::Stack => format!("%m = memref.alloca({operand}) : {ty}\n"),
            Memory::Shared => format!("%m = gpu.alloc host_shared ({operand}) : {ty}\n"),
            // Its memory was another buffer's before, and its neighbours are live.
            Memory::Host => format!(
                "%before = memref.alloc({operand}) : {ty}\nmemref.dealloc %before : {ty}\n%m = memref.alloc({operand}) : \
                 {ty}\n%after_it = memref.alloc({operand}) : {ty}\nmemref.dealloc %after_it : {ty}\n"
            ),
        };
        format!("{size}{made}{}", self.buffer.fill())
    }
}
