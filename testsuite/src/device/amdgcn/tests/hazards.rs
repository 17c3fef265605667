//! Each hazard is reported at its greatest distance, and the next distance or a wait avoids it.

use super::harness::{Arg, Case, has_tools, load};

/// A chip, a program in assembly and a part of the message that it gives; no message if it is correct.
///
/// v0 is the number of the thread, s[0:1] is the address of the arguments, of which the first is the address of a buffer.
type Row = (&'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    (
        "gfx1100",
        "v_rcp_f32 v1, v0\nv_add_f32 v2, v1, v1",
        "the transcendental result in v1 is read too early",
    ),
    ("gfx1100", "v_rcp_f32 v1, v0\ns_waitcnt_depctr 0xfff\nv_add_f32 v2, v1, v1", ""),
    ("gfx1100", "v_rcp_f32 v1, v0\ns_waitcnt_depctr 0xf0ff\nv_add_f32 v2, v1, v1", "v1 is read too early"),
    ("gfx1100", "v_rcp_f32 v1, v0\nOTHER 5\nv_add_f32 v2, v1, v1", "v1 is read too early"),
    ("gfx1100", "v_rcp_f32 v1, v0\nOTHER 6\nv_add_f32 v2, v1, v1", ""),
    ("gfx1100", "v_rcp_f32 v1, v0\nv_rcp_f32 v3, v0\nv_add_f32 v2, v1, v1", "v1 is read too early"),
    ("gfx1100", "v_rcp_f32 v1, v0\nv_rcp_f32 v3, v0\nv_rcp_f32 v4, v0\nv_add_f32 v2, v1, v1", ""),
    ("gfx1100", "ZERO\nv_mad_u64_u32 v[2:3], null, v0, v0, v[2:3]\nEXEC 2", "undefined"),
    ("gfx1100", "ZERO\nv_mad_u64_u32 v[4:5], null, v0, v0, v[2:3]\nEXEC 4", ""),
    ("gfx1201", "v_mov_b32 v1, s4\ns_mov_b32 s5, 1\nv_mov_b32 v1, s5", "s5, written by the scalar unit"),
    ("gfx1201", "v_mov_b32 v1, s4\ns_mov_b32 s5, 1\ns_mov_b32 s6, s5", "s5, written by the scalar unit"),
    ("gfx1201", "v_mov_b32 v1, s4\ns_mov_b32 s5, 1\ns_wait_alu 0xfffe\nv_mov_b32 v1, s5", ""),
    ("gfx1201", "v_mov_b32 v1, s4\ns_mov_b32 s5, 1\ns_wait_alu 0xf1fd\nv_mov_b32 v1, s5", "s5, written by"),
    ("gfx1201", "v_mov_b32 v1, s6\ns_mov_b32 s5, 1\nv_mov_b32 v1, s5", ""),
    (
        "gfx1201",
        "v_mov_b32 v1, s4\nv_readfirstlane_b32 s4, v0\nv_mov_b32 v1, s4",
        "s4, written by the vector unit",
    ),
    ("gfx1201", "v_mov_b32 v1, s4\nv_readfirstlane_b32 s4, v0\ns_wait_alu 0xf1ff\nv_mov_b32 v1, s4", ""),
    ("gfx1201", "v_mov_b32 v1, s4\nv_readfirstlane_b32 s4, v0\ns_mov_b32 s6, s4\nv_mov_b32 v1, s4", ""),
    ("gfx1201", "v_mov_b32 v1, s4\ns_mov_b32 s4, 1\ns_load_b32 s8, s[0:1], 0x0\nv_mov_b32 v1, s4", ""),
    ("gfx1201", "MASK\nv_cmp_eq_u32 vcc_lo, 0, v0\nMASK", "vcc_lo, written by the vector unit"),
    (
        "gfx1201",
        "MASK\nv_cmp_eq_u32 vcc_lo, 0, v0\ns_wait_alu 0xf1ff\nMASK",
        "vcc_lo, written by the vector unit",
    ),
    ("gfx1201", "MASK\nv_cmp_eq_u32 vcc_lo, 0, v0\ns_wait_alu 0xfffd\nMASK", ""),
    (
        "gfx942",
        "v_rcp_f32 v1, v0\nv_add_f32 v2, v1, v1",
        "v1 is used 0 wait states after a transcendental write",
    ),
    ("gfx942", "v_rcp_f32 v1, v0\ns_nop 0\nv_add_f32 v2, v1, v1", ""),
    ("gfx90a", "v_rcp_f32 v1, v0\nv_add_f32 v2, v1, v1", ""),
    (
        "gfx942",
        "v_cmp_eq_u32 s[4:5], 0, v0\ns_nop 0\nv_cndmask_b32 v1, v0, v0, s[4:5]",
        "s4 is used 1 wait states",
    ),
    ("gfx942", "v_cmp_eq_u32 s[4:5], 0, v0\ns_nop 1\nv_cndmask_b32 v1, v0, v0, s[4:5]", ""),
    ("gfx90a", "v_cmp_eq_u32 s[4:5], 0, v0\nv_cndmask_b32 v1, v0, v0, s[4:5]", ""),
    ("gfx942", "v_mov_b32 v1, v0\nv_readfirstlane_b32 s4, v1", "v1 is used 0 wait states"),
    ("gfx942", "v_mov_b32 v1, v0\ns_nop 0\nv_readfirstlane_b32 s4, v1", ""),
    ("gfx90a", "v_readfirstlane_b32 s4, v0\ns_nop 2\nv_readlane_b32 s5, v0, s4", "s4 is used 3 wait states"),
    ("gfx90a", "v_readfirstlane_b32 s4, v0\ns_nop 3\nv_readlane_b32 s5, v0, s4", ""),
    ("gfx90a", "v_mov_b32 v1, v0\ns_nop 0\nv_mov_b32_dpp v2, v1 row_shr:1", "v1 is used 1 wait states"),
    ("gfx90a", "v_mov_b32 v1, v0\ns_nop 1\nv_mov_b32_dpp v2, v1 row_shr:1", ""),
    (
        "gfx90a",
        "v_cmpx_eq_u32 0, v0\ns_nop 3\nv_mov_b32_dpp v2, v0 row_shr:1",
        "exec_lo is used 4 wait states",
    ),
    ("gfx90a", "v_cmpx_eq_u32 0, v0\ns_nop 4\nv_mov_b32_dpp v2, v0 row_shr:1", ""),
    (
        "gfx90a",
        "v_cmp_eq_u32 vcc, 0, v0\ns_nop 2\nv_div_fmas_f32 v1, v0, v0, v0",
        "vcc_lo is used 3 wait states",
    ),
    ("gfx90a", "v_cmp_eq_u32 vcc, 0, v0\ns_nop 3\nv_div_fmas_f32 v1, v0, v0, v0", ""),
    ("gfx90a", "BASE\ns_nop 3\nglobal_load_dword v1, v0, s[4:5]", "s5 is used 4 wait states"),
    ("gfx90a", "BASE\ns_nop 4\nglobal_load_dword v1, v0, s[4:5]", ""),
    ("gfx90a", "WIDE\nv_mov_b32 v5, 0", "v5 is used 0 wait states after a store of them"),
    ("gfx90a", "WIDE\ns_nop 0\nv_mov_b32 v5, 0", ""),
    ("gfx942", "WIDE\ns_nop 0\nv_mov_b32 v5, 0", "v5 is used 1 wait states after a store of them"),
    ("gfx942", "WIDE\ns_nop 1\nv_mov_b32 v5, 0", ""),
    ("gfx90a", "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_load_dword s0, s[0:1], 0x0", "which may be replayed"),
    ("gfx90a", "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_nop 0\ns_load_dword s0, s[0:1], 0x0", ""),
    ("gfx942", "s_load_dwordx2 s[0:1], s[0:1], 0x0", ""),
    ("gfx942", "s_load_dwordx2 s[0:1], s[0:1], 0x4", "replayed in parts"),
    ("gfx942", "LOAD\nglobal_store_dword v0, v0, s[4:5]", "a store in a clause with a load"),
    ("gfx942", "LOAD\ns_nop 0\nglobal_store_dword v0, v0, s[4:5]", ""),
    ("gfx942", "LOAD\nglobal_load_dword v0, v0, s[4:5]", "which may be replayed"),
    ("gfx90a", "PRODUCT16\ns_nop 9\nv_mov_b32 v1, v4", "v4 is used after 10 wait states, but at least 11"),
    ("gfx90a", "PRODUCT16\ns_nop 10\nv_mov_b32 v1, v4", ""),
    ("gfx942", "PRODUCT16\ns_nop 5\nv_mov_b32 v1, v4", "v4 is used after 6 wait states, but at least 7"),
    ("gfx942", "PRODUCT16\ns_nop 6\nv_mov_b32 v1, v4", ""),
    ("gfx942", "PRODUCT16\ns_nop 5\nv_mov_b32 v4, v0", "v4 is used after 6 wait states, but at least 7"),
    ("gfx942", "PRODUCT16\nPRODUCT16", ""),
    ("gfx942", "v_mov_b32 v2, v0\ns_nop 0\nPRODUCT16", "v2 is used after 1 wait states, but at least 2"),
    ("gfx942", "v_mov_b32 v2, v0\ns_nop 1\nPRODUCT16", ""),
];

/// Returns the program of a row.
fn program(chip: &str, body: &str) -> String {
    let mut text = String::new();
    for line in body.lines() {
        let line = match (line, chip) {
            ("ZERO", _) => "v_mov_b32 v2, 0\nv_mov_b32 v3, 0".to_string(),
            ("EXEC 2", _) => "v_readfirstlane_b32 s4, v2\ns_mov_b32 exec_lo, s4".to_string(),
            ("EXEC 4", _) => "v_readfirstlane_b32 s4, v4\ns_mov_b32 exec_lo, s4".to_string(),
            ("MASK", _) => "v_cndmask_b32 v1, v0, v0, vcc_lo".to_string(),
            ("BASE", _) => "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n\
                            v_mov_b32 v2, s5\nv_mov_b32 v0, 0\nv_readfirstlane_b32 s5, v2"
                .to_string(),
            ("LOAD", _) => "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n\
                            v_mov_b32 v0, 0\nglobal_load_dword v1, v0, s[4:5]"
                .to_string(),
            ("WIDE", _) => "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mov_b32 v4, 0\nv_mov_b32 v5, 0\n\
                            v_mov_b32 v6, 0\nv_mov_b32 v7, 0\nv_mov_b32 v0, 0\ns_waitcnt lgkmcnt(0)\n\
                            global_store_dwordx4 v0, v[4:7], s[4:5]"
                .to_string(),
            ("PRODUCT16", "gfx90a") => "v_mfma_f32_16x16x16f16 v[4:7], v[2:3], v[2:3], v[4:7]".to_string(),
            ("PRODUCT16", _) => "v_mfma_f32_16x16x16_f16 v[4:7], v[2:3], v[2:3], v[4:7]".to_string(),
            _ => match line.strip_prefix("OTHER ") {
                Some(n) => vec!["v_mov_b32 v9, v0"; n.parse().unwrap_or(0)].join("\n"),
                None => line.to_string(),
            },
        };
        text.push_str(&line);
        text.push('\n');
    }
    let is_old = chip.starts_with("gfx9");
    let (wave, user) = (if is_old { 64 } else { 32 }, if chip == "gfx1100" { 15 } else { 2 });
    let accum = if is_old { ".amdhsa_accum_offset 24\n" } else { "" };
    let header = SOURCE.replace("USER", &user.to_string()).replace("ACCUM\n", accum);
    header.replace("WAVE", &wave.to_string()).replace("BODY", text.trim_end())
}

const SOURCE: &str = ".text
.globl k
.p2align 8
.type k,@function
k:
BODY
s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 24
.amdhsa_next_free_sgpr 20
ACCUM
.amdhsa_user_sgpr_kernarg_segment_ptr 1
.amdhsa_user_sgpr_count USER
.amdhsa_kernarg_size 16
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: WAVE
    .sgpr_count: 20
    .vgpr_count: 24
    .max_flat_workgroup_size: 64
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
.end_amdgpu_metadata
";

/// Both a launch and the check of all paths report a hazard.
#[test]
fn hazards_are_reported() {
    if !has_tools() {
        return;
    }
    let mut failures = Vec::new();
    for (chip, body, expected) in ROWS {
        let object = load(chip, &[], "s", &program(chip, body));
        let args = vec![Arg::Buffer(vec![0; 256]), Arg::Buffer(vec![0; 256])];
        let launch = Case { kernel: "k", grid: [1; 3], block: [16, 1, 1], args, seed: 1 }.run(&object).err();
        let is_path_error = expected.contains("undefined") || expected.contains("in parts");
        let paths = if is_path_error { launch.clone() } else { object.check_paths("k").err() };
        for found in [launch, paths] {
            let is_right = match &found {
                None => expected.is_empty(),
                Some(error) => !expected.is_empty() && error.message.contains(expected),
            };
            if !is_right {
                let found = found.map_or_else(|| "it passes".to_string(), |error| error.to_string());
                failures.push(format!("{chip}\n{body}\nexpected '{expected}', but {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}
