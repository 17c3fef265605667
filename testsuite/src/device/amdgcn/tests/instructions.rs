//! Each kind of vector instruction, in assembly, gives the results that the host computes.

use super::harness::{Arg, Case, Random, buffer, has_tools, load};
use std::fmt::Write;

/// The sources of a lane: three words, and its number.
type Sources = [u32; 4];

/// An instruction that writes v4 from v1, v2 and v3, and the word that it writes in a lane.
type Row = (&'static str, fn(&[Sources], usize) -> u32);

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// Returns the word of the second number of lanes further, within a row of 16; `None` outside of it.
fn in_row(all: &[Sources], lane: usize, by: isize) -> Option<u32> {
    let at = (lane % 16).checked_add_signed(by).filter(|at| *at < 16)?;
    Some(all[lane / 16 * 16 + at][0])
}

const COMMON: &[Row] = &[
    ("v_bfi_b32 v4, v1, v2, v3", |all, l| all[l][0] & all[l][1] | !all[l][0] & all[l][2]),
    ("v_bfe_i32 v4, v1, 5, 9", |all, l| ((all[l][0] << 18) as i32 >> 23) as u32),
    ("v_bfe_u32 v4, v1, 5, 9", |all, l| all[l][0] >> 5 & 0x1ff),
    ("v_alignbit_b32 v4, v1, v2, 13", |all, l| all[l][1] >> 13 | all[l][0] << 19),
    ("s_mov_b32 s4, 0x0c010608\nv_perm_b32 v4, v1, v2, s4", |all, l| {
        let (a, b) = (all[l][0].to_le_bytes(), all[l][1].to_le_bytes());
        u32::from_le_bytes([if b[1] < 0x80 { 0 } else { 0xff }, a[2], b[1], 0])
    }),
    ("v_med3_i32 v4, v1, v2, v3", |all, l| {
        let mut sorted = [all[l][0] as i32, all[l][1] as i32, all[l][2] as i32];
        sorted.sort_unstable();
        sorted[1] as u32
    }),
    ("v_sad_u8 v4, v1, v2, v3", |all, l| {
        let (a, b) = (all[l][0].to_le_bytes(), all[l][1].to_le_bytes());
        let sum: u32 = (0..4).map(|i| u32::from(a[i].abs_diff(b[i]))).sum();
        sum.wrapping_add(all[l][2])
    }),
    ("v_mul_hi_i32 v4, v1, v2", |all, l| {
        ((i64::from(all[l][0] as i32) * i64::from(all[l][1] as i32)) >> 32) as u32
    }),
    ("v_mad_u32_u24 v4, v1, v2, v3", |all, l| {
        (all[l][0] & 0xff_ffff).wrapping_mul(all[l][1] & 0xff_ffff).wrapping_add(all[l][2])
    }),
    ("s_mov_b32 s4, 0x55555555\nv_mbcnt_lo_u32_b32 v4, s4, v1", |all, l| {
        (0x5555_5555u64 & ((1 << l.min(32)) - 1)).count_ones().wrapping_add(all[l][0])
    }),
    ("v_cvt_f32_ubyte2 v4, v1", |all, l| f32::from(all[l][0].to_le_bytes()[2]).to_bits()),
    ("v_cvt_i32_f32 v4, v3", |all, l| float(all[l][2]) as i32 as u32),
    ("v_cvt_u32_f32 v4, v3", |all, l| float(all[l][2]) as u32),
    ("v_cvt_f32_i32 v4, v1", |all, l| (all[l][0] as i32 as f32).to_bits()),
    ("v_fma_f32 v4, -v3, |v3|, 1.0", |all, l| {
        (-float(all[l][2])).mul_add(float(all[l][2]).abs(), 1.0).to_bits()
    }),
    ("v_mul_f32 v4, v3, v3 clamp", |all, l| {
        let product = float(all[l][2]) * float(all[l][2]);
        product.clamp(0.0, 1.0).to_bits()
    }),
    ("v_add_f32 v4, v3, v3 mul:4", |all, l| (8.0 * float(all[l][2])).to_bits()),
    ("v_floor_f32 v4, v3", |all, l| float(all[l][2]).floor().to_bits()),
    ("v_rndne_f32 v4, v3", |all, l| float(all[l][2]).round_ties_even().to_bits()),
    ("v_fract_f32 v4, v3", |all, l| (float(all[l][2]) - float(all[l][2]).floor()).to_bits()),
    ("v_ldexp_f32 v4, v3, -3", |all, l| (float(all[l][2]) / 8.0).to_bits()),
    ("v_mov_b32_dpp v4, v1 quad_perm:[3,1,0,2] row_mask:0xf bank_mask:0xf", |all, l| {
        all[l & !3 | [3, 1, 0, 2][l & 3]][0]
    }),
    ("v_mov_b32_dpp v4, v1 row_shr:3 row_mask:0xf bank_mask:0xf", |all, l| in_row(all, l, -3).unwrap_or(7)),
    ("v_mov_b32_dpp v4, v1 row_shl:5 row_mask:0xf bank_mask:0xf bound_ctrl:1", |all, l| {
        in_row(all, l, 5).unwrap_or(0)
    }),
    ("v_mov_b32_dpp v4, v1 row_ror:4 row_mask:0xf bank_mask:0xf", |all, l| all[l & !15 | (l + 12) & 15][0]),
    ("v_mov_b32_dpp v4, v1 row_mirror row_mask:0xf bank_mask:0xf", |all, l| all[l ^ 15][0]),
    ("v_mov_b32_dpp v4, v1 row_half_mirror row_mask:0xf bank_mask:0xf", |all, l| all[l ^ 7][0]),
    ("v_mov_b32_dpp v4, v1 row_mirror row_mask:0x1 bank_mask:0x5", |all, l| {
        if l < 16 && l / 4 % 2 == 0 { all[l ^ 15][0] } else { 7 }
    }),
    ("v_readlane_b32 s4, v1, 5\nv_mov_b32 v4, s4", |all, _| all[5][0]),
    ("v_readfirstlane_b32 s4, v2\nv_mov_b32 v4, s4", |all, _| all[0][1]),
    ("s_mov_b32 s4, 9\nv_writelane_b32 v4, s4, 3", |_, l| if l == 3 { 9 } else { 7 }),
    ("v_cmp_lt_i32 vcc, v1, v2\nv_cndmask_b32 v4, v1, v2, vcc", |all, l| {
        (all[l][0] as i32).max(all[l][1] as i32) as u32
    }),
    ("s_movk_i32 s4, 0x1f8\nv_cmp_class_f32 vcc, v3, s4\nv_cndmask_b32 v4, 0, 1, vcc", |all, l| {
        // Bits 3 to 8 are all finite numbers.
        u32::from(float(all[l][2]).is_finite())
    }),
];

const GFX11: &[Row] = &[
    ("v_mov_b32_dpp v4, v1 row_share:6 row_mask:0xf bank_mask:0xf", |all, l| all[l & !15 | 6][0]),
    ("v_mov_b32_dpp v4, v1 row_xmask:5 row_mask:0xf bank_mask:0xf", |all, l| all[l ^ 5][0]),
    ("v_mov_b32_dpp v4, v1 dpp8:[7,6,5,4,3,2,1,0]", |all, l| all[l ^ 7][0]),
    ("s_mov_b32 s4, 0x76543210\ns_mov_b32 s5, 0xfedcba98\nv_permlanex16_b32 v4, v1, s4, s5", |all, l| {
        all[l ^ 16][0]
    }),
    ("s_mov_b32 s4, 0x01234567\ns_mov_b32 s5, 0x89abcdef\nv_permlane16_b32 v4, v1, s4, s5", |all, l| {
        all[l ^ 7][0]
    }),
    ("v_add_nc_u32 v4, v1, v2 clamp", |all, l| all[l][0].saturating_add(all[l][1])),
    ("v_dot4_i32_iu8 v4, v1, v2, v3 neg_lo:[1,0,0]", |all, l| {
        let (a, b) = (all[l][0].to_le_bytes(), all[l][1].to_le_bytes());
        let sum: i32 = (0..4).map(|i| i32::from(a[i] as i8) * i32::from(b[i])).sum();
        (sum as u32).wrapping_add(all[l][2])
    }),
    ("v_pk_add_u16 v4, v1, v2 op_sel:[1,0] op_sel_hi:[0,1]", |all, l| {
        let (a, b) = (all[l][0], all[l][1]);
        (a >> 16).wrapping_add(b) & 0xffff | a.wrapping_add(b >> 16) << 16
    }),
    ("v_dual_add_f32 v4, v3, v3 :: v_dual_mov_b32 v7, v1", |all, l| (2.0 * float(all[l][2])).to_bits()),
    ("ds_swizzle_b32 v4, v1 offset:swizzle(BITMASK_PERM,\"01p0i\")\ns_waitcnt lgkmcnt(0)", |all, l| {
        all[l & !31 | 8 | l & 4 | (l & 1 ^ 1)][0]
    }),
];

const GFX9: &[Row] =
    &[
        ("v_mov_b32_dpp v4, v1 row_bcast:15 row_mask:0xf bank_mask:0xf", |all, l| {
            if l < 16 { 7 } else { all[l / 16 * 16 - 1][0] }
        }),
        (
            "v_mov_b32_dpp v4, v1 row_bcast:31 row_mask:0xf bank_mask:0xf",
            |all, l| {
                if l < 32 { 7 } else { all[31][0] }
            },
        ),
        ("v_mov_b32_dpp v4, v1 wave_shr:1 row_mask:0xf bank_mask:0xf", |all, l| {
            if l == 0 { 7 } else { all[l - 1][0] }
        }),
        ("v_add_u32_sdwa v4, v1, v2 dst_sel:DWORD src0_sel:BYTE_1 src1_sel:WORD_1", |all, l| {
            (all[l][0] >> 8 & 0xff) + (all[l][1] >> 16)
        }),
        (
            "v_mov_b32_sdwa v4, sext(v1) dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3",
            |all, l| (i32::from((all[l][0] >> 24) as i8) as u32) << 16 | 7,
        ),
        ("v_add_u32 v4, v1, v2 clamp", |all, l| all[l][0].saturating_add(all[l][1])),
        ("v_accvgpr_write_b32 a3, v1\ns_nop 1\nv_accvgpr_read_b32 v4, a3", |all, l| all[l][0]),
    ];

/// Returns a kernel that runs all rows, apart enough for every hazard; `is_old` selects the mnemonics of GFX9.
fn source(chip: &str, is_old: bool, rows: &[Row]) -> String {
    let [load, store, scalar, wait] = match (is_old, chip) {
        (true, _) => ["global_load_dwordx3", "global_store_dword", "s_load_dwordx4", "s_waitcnt vmcnt(0)"],
        (false, "gfx1201") => ["global_load_b96", "global_store_b32", "s_load_b128", "s_wait_loadcnt 0"],
        (false, _) => ["global_load_b96", "global_store_b32", "s_load_b128", "s_waitcnt vmcnt(0)"],
    };
    let scalar_wait = if chip == "gfx1201" { "s_wait_kmcnt 0" } else { "s_waitcnt lgkmcnt(0)" };
    let apart = match (is_old, chip) {
        (true, _) => "s_nop 7",
        (false, "gfx1201") => "s_wait_alu 0",
        (false, _) => "s_waitcnt_depctr 0",
    };
    let mut code = format!(
        ".text\n.globl k\n.p2align 8\n.type k,@function\nk:\n{scalar} s[8:11], s[0:1], 0x0\n{scalar_wait}\n\
         v_and_b32 v0, 0x3ff, v0\nv_mul_u32_u24 v5, 12, v0\n{load} v[8:10], v5, s[8:9]\n{wait}\n\
         v_mov_b32 v1, v8\nv_mov_b32 v2, v9\nv_mov_b32 v3, v10\nv_lshlrev_b32 v6, 2, v0\n"
    );
    for (instruction, _) in rows {
        let instruction =
            if is_old { (*instruction).to_string() } else { instruction.replace("vcc", "vcc_lo") };
        let instruction = instruction.replace('\n', &format!("\n{apart}\n"));
        let _ = writeln!(code, "v_mov_b32 v4, 7\n{apart}\n{instruction}\n{store} v6, v4, s[10:11]");
        let _ = writeln!(code, "v_add_{}u32 v6, {}, v6", if is_old { "" } else { "nc_" }, 256);
    }
    let accum = if is_old { ".amdhsa_accum_offset 16\n" } else { "" };
    let user = if chip == "gfx1100" { 15 } else { 2 };
    let _ = write!(
        code,
        "s_endpgm\n.rodata\n.p2align 6\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 24\n\
         .amdhsa_next_free_sgpr 20\n{accum}.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\
         .amdhsa_user_sgpr_count {user}\n.amdhsa_kernarg_size 16\n.amdhsa_float_denorm_mode_32 3\n\
         .end_amdhsa_kernel\n{METADATA}"
    );
    code
}

const METADATA: &str = ".amdgpu_metadata
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

fn sources() -> Vec<Sources> {
    let mut random = Random(11);
    let float = |lane: u32| ((lane * 37 % 101) as f32 / 8.0 - 6.0).to_bits();
    (0..64).map(|lane| [random.next() as u32, random.next() as u32, float(lane), lane]).collect()
}

#[test]
fn instructions_give_the_results_of_the_host() {
    if !has_tools() {
        return;
    }
    for (chip, is_old, special) in [
        ("gfx1100", false, GFX11),
        ("gfx1201", false, &GFX11[..9]),
        ("gfx90a", true, GFX9),
        ("gfx942", true, GFX9),
    ] {
        let rows: Vec<Row> = COMMON.iter().chain(special).copied().collect();
        let n_lanes = if is_old { 64 } else { 32 };
        let text = source(chip, is_old, &rows).replace("WAVE", &n_lanes.to_string());
        let object = load(chip, &[], "s", &text);
        let all = &sources()[..n_lanes];
        let words: Vec<u32> = all.iter().flat_map(|sources| sources[..3].to_vec()).collect();
        let args = vec![buffer(&words, u32::to_le_bytes), Arg::Undefined(256 * rows.len())];
        let case = Case { kernel: "k", grid: [1; 3], block: [n_lanes as u32, 1, 1], args, seed: 1 };
        let (buffers, _) = case.run(&object).unwrap_or_else(|error| panic!("{chip}: {error}"));
        for (index, (instruction, expected)) in rows.iter().enumerate() {
            for lane in 0..n_lanes {
                let bytes = &buffers[1][256 * index + 4 * lane..][..4];
                let found = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                let expected = expected(all, lane);
                assert_eq!(found, expected, "{chip}, lane {lane}: {instruction}: {found:#x} {expected:#x}");
            }
        }
    }
}
