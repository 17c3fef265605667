//! Compares code objects with those that `llvm-mc` and `ld.lld` make from the assembly, byte for byte.

use super::{Arg, ArgKind, ChipObject, Dim, KernelObject, Object, PAGE, Section, Variable};
use crate::opcode::Family;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CHIPS: [ChipObject; 4] = [
    ChipObject { name: "gfx90a", e_flags: 0x53f, wave_size: 64, family: Family::Gfx90a },
    ChipObject { name: "gfx942", e_flags: 0x54c, wave_size: 64, family: Family::Gfx942 },
    ChipObject { name: "gfx1100", e_flags: 0x41, wave_size: 32, family: Family::Gfx11 },
    ChipObject { name: "gfx1201", e_flags: 0x4e, wave_size: 32, family: Family::Gfx12 },
];

/// A module for the tests.
#[derive(Default)]
struct Case {
    kernels: Vec<KernelObject>,
    rodata: Vec<u8>,
    data: Vec<u8>,
    variables: Vec<Variable>,
    /// The number of words of code of each kernel.
    n_words: usize,
}

impl Case {
    /// Returns the module for a chip.
    fn object<'a>(&'a self, chip: &'a ChipObject, kernels: &'a [KernelObject]) -> Object<'a> {
        Object { chip, kernels, rodata: &self.rodata, data: &self.data, variables: &self.variables }
    }
}

/// Returns a kernel without arguments, memory or registers.
fn kernel(symbol: &str) -> KernelObject {
    KernelObject {
        symbol: symbol.to_string(),
        code_offset: 0,
        code_bytes: 0,
        sgprs: 0,
        vgprs: 0,
        agprs: 0,
        sgpr_spills: 0,
        vgpr_spills: 0,
        uses_vcc: false,
        user_sgprs: 0,
        has_kernarg: false,
        block_ids: [true, false, false],
        thread_dims: 1,
        workgroup_bytes: 0,
        private_bytes: 0,
        max_threads: 1024,
        reqd_block: None,
        args: Vec::new(),
        kernarg_bytes: 0,
    }
}

/// Returns a variable aligned to 16 bytes.
fn variable(symbol: &str, section: Section, offset: u64, bytes: u64) -> Variable {
    Variable { symbol: symbol.to_string(), section, offset, bytes, align: 16 }
}

/// Returns the path of a tool of LLVM 22.
fn tool(name: &str) -> PathBuf {
    Path::new("/usr/lib/llvm-22/bin").join(name)
}

/// Whether the assembler and the linker are installed.
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn has_tools() -> bool {
    let missing = ["llvm-mc", "ld.lld"].into_iter().find(|name| !tool(name).exists());
    if let Some(missing) = missing {
        eprintln!("skipped: needs {missing} 22");
    }
    missing.is_none()
}

/// Runs a tool and returns its output, which must be free of warnings.
fn run(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool(name)).args(arguments).output().expect("the tool is installed");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{name} {arguments:?}: {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The files of a test. They stay if the test fails.
struct Files(PathBuf);

impl Files {
    /// Writes our code object, and that of LLVM from our assembly.
    fn build(name: &str, module: &Object<'_>, text: &[u8], bodies: &[String]) -> Self {
        let directory = format!("warpline-object-{}-{name}-{}", std::process::id(), module.chip.name);
        let files = Self(std::env::temp_dir().join(directory));
        fs::create_dir_all(&files.0).expect("a temporary directory");
        fs::write(files.path("ours"), module.code_object(text)).expect("a file");
        fs::write(files.path("assembly"), module.assembly(bodies)).expect("a file");
        let cpu = format!("-mcpu={}", module.chip.name);
        let wave = format!("-mattr=+wavefrontsize{}", module.chip.wave_size);
        let target = ["-triple=amdgcn-amd-amdhsa", &cpu, &wave, "-filetype=obj"];
        run("llvm-mc", &[&target[..], &[&files.path("assembly"), "-o", &files.path("object")]].concat());
        run("ld.lld", &["-shared", &files.path("object"), "-o", &files.path("theirs")]);
        files
    }

    /// Returns the path of a file.
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Checks that a command of `llvm-objcopy` gives the same bytes for both code objects.
    fn compare(&self, command: &str) {
        let [ours, theirs] = ["ours", "theirs"].map(|name| {
            let copy = self.path(&format!("{name}-copy"));
            run("llvm-objcopy", &[command, &self.path(name), &copy]);
            copy
        });
        let dump = |file: &str| run("llvm-readelf", &["-hlSsnd", file]);
        let is_equal = fs::read(&ours).expect("a file") == fs::read(&theirs).expect("a file");
        assert!(is_equal, "{ours} differs from {theirs}:\n{}\n{}", dump(&ours), dump(&theirs));
    }

    /// Removes the files.
    fn remove(self) {
        fs::remove_dir_all(self.0).expect("a temporary directory");
    }
}

/// Checks a case on all chips.
fn check(name: &str, case: &Case) {
    check_on(&CHIPS, name, case);
}

/// Checks that code objects equal LLVM's, but for the linker's `.comment`, and that tools read them.
fn check_on(chips: &[ChipObject], name: &str, case: &Case) {
    for chip in chips.iter().filter(|_| has_tools()) {
        let (text, bodies, kernels) = code(chip, case);
        let files = Files::build(name, &case.object(chip, &kernels), &text, &bodies);
        files.compare("--remove-section=.comment");
        run("llvm-readelf", &["-hlSsnd", &files.path("ours")]);
        check_disassembly(&run("llvm-objdump", &["-d", &files.path("ours")]), &kernels);
        files.remove();
    }
}

/// Checks that every kernel is disassembled.
fn check_disassembly(listing: &str, kernels: &[KernelObject]) {
    for kernel in kernels {
        assert!(listing.contains(&format!("<{}>:", kernel.symbol)), "{listing}");
    }
    assert_eq!(listing.matches("s_endpgm").count(), kernels.len(), "{listing}");
}

/// Returns the code of a case as bytes and as lines, and the kernels with its positions.
fn code(chip: &ChipObject, case: &Case) -> (Vec<u8>, Vec<String>, Vec<KernelObject>) {
    const S_NOP: u32 = 0xbf80_0000;
    let s_endpgm: u32 = match chip.family {
        Family::Gfx90a | Family::Gfx942 => 0xbf81_0000,
        Family::Gfx11 | Family::Gfx12 => 0xbfb0_0000,
    };
    let words = [vec![S_NOP; case.n_words], vec![s_endpgm]].concat();
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let body = format!("{}\ts_endpgm\n", "\ts_nop 0\n".repeat(case.n_words));
    let mut text = Vec::new();
    let mut kernels = case.kernels.clone();
    for kernel in &mut kernels {
        while text.len() % 256 != 0 {
            text.extend(S_NOP.to_le_bytes());
        }
        (kernel.code_offset, kernel.code_bytes) = (text.len() as u64, code.len() as u64);
        text.extend_from_slice(&code);
    }
    let bodies = vec![body; kernels.len()];
    (text, bodies, kernels)
}

#[test]
fn kernels_without_anything() {
    check("plain", &Case { kernels: vec![kernel("k")], ..Case::default() });
}

#[test]
fn block_ids_and_thread_ids() {
    let dims = |n: usize| KernelObject {
        block_ids: [0, 1, 2].map(|dim| dim < n),
        thread_dims: n as u32,
        user_sgprs: 16 - n as u32,
        has_kernarg: true,
        ..kernel(&format!("dims{n}"))
    };
    check("ids", &Case { kernels: [1, 2, 3].map(dims).to_vec(), ..Case::default() });
}

#[test]
fn memory() {
    let lds = KernelObject { workgroup_bytes: 65536, reqd_block: Some([16, 8, 2]), ..kernel("lds") };
    let scratch = KernelObject { private_bytes: 68, user_sgprs: 6, has_kernarg: true, ..kernel("scratch") };
    check("memory", &Case { kernels: vec![lds, scratch], ..Case::default() });
}

#[test]
fn registers() {
    let registers = |(sgprs, vgprs, uses_vcc): (u32, u32, bool)| KernelObject {
        sgprs,
        vgprs,
        uses_vcc,
        ..kernel(&format!("s{sgprs}v{vgprs}{uses_vcc}"))
    };
    let counts = [0, 1, 2, 3, 4, 8, 9, 10, 12, 16, 41, 64, 90, 91, 96];
    let kernels = counts.into_iter().flat_map(|n| [(n, 2 * n, false), (n, 2 * n + 1, true)]).map(registers);
    check("registers", &Case { kernels: kernels.collect(), ..Case::default() });
    let most = KernelObject { vgprs: 256, ..kernel("most") };
    check("most", &Case { kernels: vec![most], ..Case::default() });
}

#[test]
fn accumulation_registers() {
    let registers =
        |(vgprs, agprs): (u32, u32)| KernelObject { vgprs, agprs, ..kernel(&format!("v{vgprs}a{agprs}")) };
    let kernels = [(0, 4), (1, 1), (4, 256), (5, 3), (255, 16), (256, 256)].map(registers).to_vec();
    check_on(&CHIPS[..2], "agprs", &Case { kernels, ..Case::default() });
}

#[test]
fn arguments() {
    use ArgKind::{
        ByValue, GlobalBuffer, HiddenBlockCount, HiddenDynamicLdsSize, HiddenGlobalOffset, HiddenGridDims,
        HiddenGroupSize, HiddenRemainder,
    };
    let dims = [Dim::X, Dim::Y, Dim::Z];
    let mut kinds = vec![(GlobalBuffer, 8), (ByValue, 4), (ByValue, 300)];
    kinds.extend(dims.map(|dim| (HiddenBlockCount(dim), 4)));
    kinds.extend(dims.map(|dim| (HiddenGroupSize(dim), 2)));
    kinds.extend(dims.map(|dim| (HiddenRemainder(dim), 2)));
    kinds.extend(dims.map(|dim| (HiddenGlobalOffset(dim), 8)));
    kinds.extend([(HiddenGridDims, 2), (HiddenDynamicLdsSize, 4)]);
    let mut end = 0_u32;
    let mut place = |(kind, size): (ArgKind, u32)| {
        let offset = end.next_multiple_of(8);
        end = offset + size;
        Arg { offset, size, kind }
    };
    let args = kinds.into_iter().map(&mut place).collect();
    let some =
        KernelObject { args, kernarg_bytes: 70_000, has_kernarg: true, user_sgprs: 2, ..kernel("some") };
    let long_name = KernelObject { kernarg_bytes: 200, ..kernel(&"long".repeat(70)) };
    check(
        "arguments",
        &Case { kernels: vec![some, kernel("inf"), kernel("true"), long_name], ..Case::default() },
    );
}

#[test]
fn variables() {
    let aligned = |align| Variable { align, ..variable("page", Section::Rodata, 0, 20) };
    let rodata = (1..=150).collect();
    let data = (1..=61).collect();
    let all = vec![
        variable("second", Section::Data, 48, 13),
        variable("first", Section::Data, 0, 24),
        aligned(256),
        variable("table", Section::Rodata, 64, 64),
        variable("zeros", Section::Bss, 0, 300),
        variable("more$zeros.2", Section::Bss, 304, 1 << 20),
    ];
    let kernels = vec![kernel("k"), kernel("l"), kernel("m")];
    check("all", &Case { kernels: kernels.clone(), rodata, data, variables: all, ..Case::default() });
    let data = vec![0, 0, 0, 0, 1];
    check("data", &Case { kernels: kernels.clone(), data, ..Case::default() });
    let variables = vec![Variable { align: 256, ..variable("b", Section::Bss, 0, 4) }];
    check("bss", &Case { kernels, variables, ..Case::default() });
}

#[test]
fn code_of_any_size() {
    for n_words in [31, 32, 500, 1000, 2000, 8200] {
        check("size", &Case { kernels: vec![kernel("k"), kernel("l")], n_words, ..Case::default() });
    }
}

#[test]
fn sections_that_end_with_a_page() {
    const DYNAMIC_BYTES: u64 = 112;
    let mut case = Case { kernels: vec![kernel("k")], data: vec![1; 8], rodata: vec![1], ..Case::default() };
    let chip = &CHIPS[2];
    let layout = case.object(chip, &case.kernels).layout(0);
    let to_page_end = |address: u64| (address.next_multiple_of(PAGE) - address) as usize;
    for end in [layout.text_address, layout.text_address + DYNAMIC_BYTES] {
        for n_words in [to_page_end(end) / 4 - 3, to_page_end(end) / 4 - 1, to_page_end(end) / 4 + 1] {
            case.n_words = n_words;
            check_on(&[*chip], "text", &case);
        }
    }
    let to_rodata_end = to_page_end(layout.text_address.wrapping_add_signed(layout.rodata_from_text));
    for n_bytes in [to_rodata_end - 1, to_rodata_end, to_rodata_end + 1] {
        case.rodata = vec![1; n_bytes];
        check_on(&[*chip], "rodata", &case);
    }
}

#[test]
fn waves_of_64_lanes_on_rdna() {
    let registers = |vgprs: u32| KernelObject { vgprs, ..kernel(&format!("v{vgprs}")) };
    let kernels: Vec<_> = [0, 4, 5, 8, 9, 256].map(registers).to_vec();
    let chips = [2, 3].map(|index| ChipObject { wave_size: 64, ..CHIPS[index] });
    check_on(&chips, "wave64", &Case { kernels, ..Case::default() });
}

/// Distances that the linker computes equal those of the layout.
#[test]
fn distances() {
    for chip in CHIPS.iter().filter(|_| has_tools()) {
        let symbols = [("table", Section::Rodata), ("value", Section::Data), ("zero", Section::Bss)];
        let case = Case {
            kernels: vec![KernelObject { code_bytes: 12, ..kernel("k") }],
            rodata: vec![1; 40],
            data: vec![2; 20],
            variables: symbols.map(|(name, section)| variable(name, section, 16, 4)).to_vec(),
            ..Case::default()
        };
        let module = case.object(chip, &case.kernels);
        let layout = module.layout(12);
        let distances = [layout.rodata_from_text, layout.data_from_text, layout.bss_from_text];
        let text: Vec<u8> =
            distances.iter().flat_map(|distance| (*distance as i32 + 16).to_le_bytes()).collect();
        let body = "\t.long table-k\n\t.long value-k\n\t.long zero-k\n".to_string();
        let files = Files::build("distances", &module, &text, &[body]);
        files.compare("--only-section=.text");
        files.remove();
    }
}
