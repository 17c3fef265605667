//! The metadata note of a code object: a MessagePack map that describes each kernel and its arguments.

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernargArg {
    /// The offset in the kernarg segment in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The kind of value, as in the metadata: `global_buffer`, `by_value`, `hidden_block_count_x`, ….
    pub value_kind: String,
}

impl KernargArg {
    /// Whether the driver provides the value.
    pub(super) fn is_hidden(&self) -> bool {
        self.value_kind.starts_with("hidden_")
    }
}

/// The layout of the kernarg segment of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernargLayout {
    /// The size of the segment in bytes.
    pub size: u64,
    /// The arguments, hidden ones included.
    pub args: Vec<KernargArg>,
}

/// The metadata of a kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct KernelMetadata {
    pub(super) name: String,
    /// The symbol of the descriptor.
    pub(super) symbol: String,
    pub(super) kernarg: KernargLayout,
    pub(super) max_threads: Option<u64>,
    /// The size of a block along x, y and z, if the kernel requires one.
    pub(super) block: Option<[u64; 3]>,
    pub(super) wave_size: Option<u64>,
}

/// Returns the kernels that a metadata note describes; `None` if it is malformed.
pub(super) fn read_kernels(note: &[u8]) -> Option<Vec<KernelMetadata>> {
    let root = Reader { bytes: note, at: 0 }.value(0)?;
    let Some(Value::Array(kernels)) = root.get("amdhsa.kernels") else { return Some(Vec::new()) };
    kernels.iter().map(kernel).collect()
}

fn kernel(map: &Value) -> Option<KernelMetadata> {
    let args = match map.get(".args") {
        Some(Value::Array(args)) => args.iter().map(arg).collect::<Option<Vec<_>>>()?,
        _ => Vec::new(),
    };
    let size = map.number(".kernarg_segment_size").unwrap_or(0);
    Some(KernelMetadata {
        name: map.text(".name")?,
        symbol: map.text(".symbol")?,
        kernarg: KernargLayout { size, args },
        max_threads: map.number(".max_flat_workgroup_size"),
        block: map.numbers(".reqd_workgroup_size"),
        wave_size: map.number(".wavefront_size"),
    })
}

fn arg(map: &Value) -> Option<KernargArg> {
    let (offset, size) = (map.number(".offset")?, map.number(".size")?);
    Some(KernargArg { offset, size, value_kind: map.text(".value_kind")? })
}

/// A MessagePack value; other kinds than these have no use in the metadata.
#[derive(Clone, Debug)]
enum Value {
    Number(u64),
    Text(String),
    Array(Vec<Value>),
    Map(Vec<(Value, Value)>),
    Other,
}

impl Value {
    fn get(&self, key: &str) -> Option<&Value> {
        let Self::Map(pairs) = self else { return None };
        let is_key = |value: &Value| matches!(value, Value::Text(text) if text == key);
        pairs.iter().find(|(found, _)| is_key(found)).map(|(_, value)| value)
    }

    fn number(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn numbers(&self, key: &str) -> Option<[u64; 3]> {
        match self.get(key)? {
            Self::Array(values) => match values.as_slice() {
                [Self::Number(x), Self::Number(y), Self::Number(z)] => Some([*x, *y, *z]),
                _ => None,
            },
            _ => None,
        }
    }

    fn text(&self, key: &str) -> Option<String> {
        match self.get(key)? {
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// The maximum nesting of values.
const MAX_DEPTH: u32 = 16;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(n)?)?;
        self.at += n;
        Some(taken)
    }

    /// Reads a big-endian number of `n` bytes.
    fn big(&mut self, n: usize) -> Option<u64> {
        Some(self.take(n)?.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        if MAX_DEPTH < depth {
            return None;
        }
        let tag = self.take(1)?[0];
        Some(match tag {
            0x00..=0x7f => Value::Number(tag.into()),
            0x80..=0x8f => self.map((tag & 15).into(), depth)?,
            0x90..=0x9f => self.array((tag & 15).into(), depth)?,
            0xa0..=0xbf => self.string((tag & 31).into())?,
            0xcc..=0xcf => Value::Number(self.big(1 << (tag - 0xcc))?),
            0xd9..=0xdb => {
                let n = self.big(1 << (tag - 0xd9))?;
                self.string(n)?
            }
            0xdc | 0xdd => {
                let n = self.big(2 << (tag - 0xdc))?;
                self.array(n, depth)?
            }
            0xde | 0xdf => {
                let n = self.big(2 << (tag - 0xde))?;
                self.map(n, depth)?
            }
            0xc0..=0xc3 | 0xe0..=0xff => Value::Other,
            0xca | 0xd2 => self.skip(4)?,
            0xcb | 0xd3 => self.skip(8)?,
            0xd0 => self.skip(1)?,
            0xd1 => self.skip(2)?,
            0xc4..=0xc9 | 0xd4..=0xd8 => return None,
        })
    }

    fn skip(&mut self, n: usize) -> Option<Value> {
        self.take(n).map(|_| Value::Other)
    }

    fn string(&mut self, n: u64) -> Option<Value> {
        let bytes = self.take(n as usize)?;
        Some(Value::Text(String::from_utf8_lossy(bytes).into_owned()))
    }

    fn array(&mut self, n: u64, depth: u32) -> Option<Value> {
        (0..n).map(|_| self.value(depth + 1)).collect::<Option<Vec<_>>>().map(Value::Array)
    }

    fn map(&mut self, n: u64, depth: u32) -> Option<Value> {
        let mut pair = || Some((self.value(depth + 1)?, self.value(depth + 1)?));
        (0..n).map(|_| pair()).collect::<Option<Vec<_>>>().map(Value::Map)
    }
}
