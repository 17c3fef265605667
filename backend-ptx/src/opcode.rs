//! Table of the instructions that selection emits, one row each.
//!
//! A [`Row`] holds all properties of an instruction. Cleanup reads its definition and its effects, selection
//! derives the register class of the result from it, and [`Select::emit`](crate::select::Select::emit) raises
//! `.version` to its feature and, in builds with assertions, checks the classes of operands.

use crate::inst::{Operand, RegClass};
use crate::target::Feature;

/// Effects beyond the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// None: equal operands give equal results.
    Pure,
    /// Reads memory that others may write.
    Reads,
    /// Writes memory.
    Writes,
    /// Orders the accesses of threads, or exchanges values between them.
    Syncs,
    /// Transfers control.
    Jumps,
}

/// The properties of an instruction.
pub(crate) struct Row {
    /// Its name up to the modifiers.
    mnemonic: &'static str,
    /// The classes of its operands, a letter each; `=` before the definition and `?` before operands that may be missing:
    ///
    /// | letter | operand |
    /// |---|---|
    /// | `t` | of the class of the last type among the modifiers |
    /// | `f` | of the class of the first type |
    /// | `W` | twice as wide as the last type |
    /// | `p`, `w`, `d` | a predicate, 32 bits, 64 bits |
    /// | `v` | as `t`, or registers in braces |
    /// | `r` | registers that are at least as wide as the type, or such in braces |
    /// | `m` | memory: an address, a parameter |
    /// | `l` | a label |
    signature: &'static [u8],
    /// Its effect.
    pub(crate) effect: Effect,
    /// The feature that the chip and version must have for it.
    since: Option<Feature>,
}

macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident $mnemonic:literal $signature:literal $effect:ident $($since:ident)?;)*) => {
        /// An instruction without its modifiers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Opcode {
            $($(#[$doc])* $name,)*
        }

        static ROWS: &[Row] = &[$(Row {
            mnemonic: $mnemonic,
            signature: $signature,
            effect: Effect::$effect,
            since: [$(Some(Feature::$since),)? None][0],
        },)*];
    };
}

opcodes! {
    Abs "abs" b"=tt" Pure;
    Add "add" b"=ttt" Pure;
    And "and" b"=ttt" Pure;
    Atom "atom" b"=tmt?t" Writes;
    BarSync "bar.sync" b"w?w" Syncs;
    BarWarpSync "bar.warp.sync" b"w" Syncs;
    Bfe "bfe" b"=ttww" Pure;
    Bra "bra" b"l" Jumps;
    Brev "brev" b"=tt" Pure;
    Clz "clz" b"=wt" Pure;
    ClusterArrive "barrier.cluster.arrive.aligned" b"" Syncs CLUSTERS;
    ClusterWait "barrier.cluster.wait.aligned" b"" Syncs CLUSTERS;
    Cos "cos.approx" b"=tt" Pure;
    Cvt "cvt" b"=ft" Pure;
    /// `cvt` of two operands into the halves of one register.
    CvtPair "cvt" b"=ftt" Pure;
    Cvta "cvta" b"=tt" Pure;
    Div "div" b"=ttt" Pure;
    Ex2 "ex2.approx" b"=tt" Pure;
    Exit "exit" b"" Jumps;
    Fma "fma" b"=tttt" Pure;
    Ld "ld" b"=rm" Reads;
    /// `ld.param`, of memory that nothing writes.
    LdParam "ld.param" b"=rm" Pure;
    Lg2 "lg2.approx" b"=tt" Pure;
    Lop3 "lop3" b"=ttttt" Pure;
    Max "max" b"=ttt" Pure;
    MembarSys "membar.sys" b"" Syncs;
    Min "min" b"=ttt" Pure;
    Mov "mov" b"=vv" Pure;
    /// The product of floats.
    Mul "mul" b"=ttt" Pure;
    MulHi "mul.hi" b"=ttt" Pure;
    MulLo "mul.lo" b"=ttt" Pure;
    MulWide "mul.wide" b"=Wtt" Pure;
    Neg "neg" b"=tt" Pure;
    Not "not" b"=tt" Pure;
    Or "or" b"=ttt" Pure;
    Popc "popc" b"=wt" Pure;
    Prefetch "prefetch.global.L2" b"m" Reads;
    /// `atom` without a result.
    Red "red" b"mt" Writes;
    Redux "redux.sync" b"=ttw" Syncs REDUX;
    Rem "rem" b"=ttt" Pure;
    Ret "ret" b"" Jumps;
    Rsqrt "rsqrt.approx" b"=tt" Pure;
    Selp "selp" b"=tttp" Pure;
    Setp "setp" b"=ptt" Pure;
    Shfl "shfl.sync" b"=ttwww" Syncs;
    Shl "shl" b"=ttw" Pure;
    Shr "shr" b"=ttw" Pure;
    Sin "sin.approx" b"=tt" Pure;
    Sqrt "sqrt" b"=tt" Pure;
    St "st" b"mr" Writes;
    Sub "sub" b"=ttt" Pure;
    Tanh "tanh.approx" b"=tt" Pure TANH;
    Trap "trap" b"" Jumps;
    Vote "vote.sync.ballot" b"=tpw" Syncs;
    WmmaLoadA "wmma.load.a.sync.aligned" b"=rmw" Syncs;
    WmmaLoadB "wmma.load.b.sync.aligned" b"=rmw" Syncs;
    WmmaLoadC "wmma.load.c.sync.aligned" b"=rmw" Syncs;
    WmmaMma "wmma.mma.sync.aligned" b"=rrrr" Syncs;
    WmmaStore "wmma.store.d.sync.aligned" b"mrw" Syncs;
    Xor "xor" b"=ttt" Pure;
}

macro_rules! modifiers {
    ($($name:ident $text:literal $($class:ident)? $(/ $since:ident)?;)*) => {
        /// A part of a name behind the mnemonic: a type, a rounding, a state space.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Modifier {
            $($name,)*
        }

        static TEXTS: &[&str] = &[$($text,)*];
        static CLASSES: &[Option<RegClass>] = &[$([$(Some(RegClass::$class),)? None][0],)*];
        static NEEDS: &[Option<Feature>] = &[$([$(Some(Feature::$since),)? None][0],)*];
    };
}

modifiers! {
    Nothing "";
    // Types; those of 8 bits have no registers.
    Pred ".pred" Pred;
    B16 ".b16" B16;
    B32 ".b32" B32;
    B64 ".b64" B64;
    U8 ".u8" B32;
    U16 ".u16" B16;
    U32 ".u32" B32;
    U64 ".u64" B64;
    S8 ".s8" B32;
    S16 ".s16" B16;
    S32 ".s32" B32;
    S64 ".s64" B64;
    F16 ".f16" B16;
    Bf16 ".bf16" B16 / BF16;
    F32 ".f32" B32;
    F64 ".f64" B64;
    F16x2 ".f16x2" B32;
    Bf16x2 ".bf16x2" B32 / BF16;
    E4m3x2 ".e4m3x2" B16 / FP8;
    E5m2x2 ".e5m2x2" B16 / FP8;
    // State spaces, and how they are accessed.
    Global ".global";
    Shared ".shared";
    Local ".local";
    Nc ".nc";
    Relaxed ".relaxed.sys";
    V2 ".v2";
    V4 ".v4";
    // Rounding.
    Rn ".rn";
    Rz ".rz";
    Rm ".rm";
    Rp ".rp";
    Rni ".rni";
    Rzi ".rzi";
    Rmi ".rmi";
    Rpi ".rpi";
    Noftz ".noftz";
    Satfinite ".satfinite";
    // `min` and `max` return a NaN where an operand is one.
    PropagateNan ".NaN" / NAN_MIN_MAX;
    // Comparisons; those that end in U hold for unordered floats.
    Eq ".eq";
    Ne ".ne";
    Lt ".lt";
    Le ".le";
    Gt ".gt";
    Ge ".ge";
    Equ ".equ";
    Neu ".neu";
    Ltu ".ltu";
    Leu ".leu";
    Gtu ".gtu";
    Geu ".geu";
    Ordered ".num";
    Unordered ".nan";
    // Operations of atomics and reductions.
    OpAdd ".add";
    OpMin ".min";
    OpMax ".max";
    OpAnd ".and";
    OpOr ".or";
    OpXor ".xor";
    Exch ".exch";
    Cas ".cas";
    // Modes of shuffles.
    Bfly ".bfly";
    Down ".down";
    Up ".up";
    Idx ".idx";
    // Shapes and layouts of matrices.
    M16n16k16 ".m16n16k16";
    M32n8k16 ".m32n8k16";
    M8n32k16 ".m8n32k16";
    M8n8k4 ".m8n8k4";
    Row ".row";
    Col ".col";
}

impl Modifier {
    /// Returns the text, with the leading dot.
    pub(crate) fn text(self) -> &'static str {
        TEXTS[self as usize]
    }

    /// Returns the register class of a type.
    fn class(self) -> Option<RegClass> {
        CLASSES[self as usize]
    }
}

/// The maximum number of modifiers of a name.
const MAX_MODIFIERS: usize = 8;

/// The name of an instruction: mnemonic and modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    /// The instruction.
    pub(crate) opcode: Opcode,
    modifiers: [Modifier; MAX_MODIFIERS],
}

impl From<Opcode> for Name {
    fn from(opcode: Opcode) -> Self {
        opcode.with([])
    }
}

impl Opcode {
    /// Builds a name with modifiers, in the order of the text.
    pub(crate) fn with<const N: usize>(self, modifiers: [Modifier; N]) -> Name {
        let mut name = Name { opcode: self, modifiers: [Modifier::Nothing; MAX_MODIFIERS] };
        name.modifiers[..N].copy_from_slice(&modifiers);
        name
    }

    /// Returns the properties of the instruction.
    pub(crate) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

impl Name {
    /// Returns the parts of the name, in the order of the text.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.opcode.row().mnemonic)
            .chain(self.modifiers.iter().map(|modifier| modifier.text()))
    }

    /// Returns the features that the chip must have for it.
    pub(crate) fn features(&self) -> impl Iterator<Item = Feature> {
        let modifiers = self.modifiers.iter().filter_map(|modifier| NEEDS[*modifier as usize]);
        self.opcode.row().since.into_iter().chain(modifiers)
    }

    /// Returns the register class of the definition; 32 bits if there is none.
    pub(crate) fn result_class(&self) -> RegClass {
        self.opcode.row().signature.get(1).and_then(|letter| self.class(*letter)).unwrap_or(RegClass::B32)
    }

    /// Returns the register class for a letter of a signature; `None` if it requires none.
    fn class(&self, letter: u8) -> Option<RegClass> {
        let mut types = self.modifiers.iter().filter_map(|modifier| modifier.class());
        match letter {
            b't' | b'v' | b'r' => types.next_back(),
            b'f' => types.next(),
            b'W' => {
                Some(if types.next_back() == Some(RegClass::B32) { RegClass::B64 } else { RegClass::B32 })
            }
            b'p' => Some(RegClass::Pred),
            b'w' => Some(RegClass::B32),
            b'd' => Some(RegClass::B64),
            _ => None,
        }
    }

    /// Whether operands match the signature.
    pub(crate) fn takes(&self, operands: &[Operand]) -> bool {
        let signature = self.opcode.row().signature;
        let letters = signature.iter().filter(|letter| !matches!(letter, b'=' | b'?'));
        let n_needed =
            signature.iter().take_while(|letter| **letter != b'?').filter(|letter| **letter != b'=').count();
        let fits = |(letter, operand): (&u8, &Operand)| match operand {
            Operand::Reg(reg) if *letter == b'r' => {
                self.class(*letter).is_none_or(|class| class <= reg.class)
            }
            Operand::Reg(reg) => self.class(*letter) == Some(reg.class),
            Operand::Label(_) => *letter == b'l',
            Operand::Address(..) | Operand::Param(_) => *letter == b'm',
            Operand::Pack(..) => matches!(letter, b'v' | b'r'),
            _ => !matches!(letter, b'l'),
        };
        (n_needed..=letters.clone().count()).contains(&operands.len()) && letters.zip(operands).all(fits)
    }
}
