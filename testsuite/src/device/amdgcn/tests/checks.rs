//! Each check of the emulator reports its violation, and the same program without it runs.

use super::harness::{Arg, Case, has_tools, load};

/// A program for GFX1100 in assembly and a part of the message that it gives; no message if it is correct.
///
/// v0 is the number of the thread, v1 its offset of 4 bytes, v2 and LDS are undefined, s[4:5] points to a
/// buffer of 64 words, s6 is the number of the block, s7 is 0 in the first wave and 32 in the second.
type Row = (&'static str, &'static str);

const ROWS: &[Row] = &[
    ("global_store_b32 v1, v0, s[4:5]", ""),
    ("global_store_b32 v1, v2, s[4:5]", "an undefined value is stored to byte"),
    ("global_store_b32 v2, v0, s[4:5]", "the address in v2 of lane 0 is undefined"),
    ("global_store_b32 v1, v0, s[12:13]", "the base address in s12 is undefined"),
    ("global_store_b32 v1, v0, s[4:5] offset:4", "is past the end of 'arg 0' with 256 bytes"),
    ("global_store_b32 v1, v0, s[4:5] offset:-4", "byte -4 is before 'arg 0'"),
    ("global_store_b32 v1, v0, s[4:5] offset:2", "is not a multiple of 4"),
    ("s_cmp_eq_u32 s12, 0\ns_cbranch_scc1 end", "the branch condition SCC is undefined"),
    ("v_cmp_eq_u32 vcc_lo, 0, v2\ns_cbranch_vccz end", "the branch condition VCC is undefined"),
    ("v_cmp_eq_u32 vcc_lo, 0, v2\ns_and_saveexec_b32 s8, vcc_lo", "an undefined value is written to EXEC"),
    ("v_and_b32 v3, 0, v2\nglobal_store_b32 v1, v3, s[4:5]", ""),
    ("v_lshl_or_b32 v3, v2, 16, v0\nglobal_store_b16 v1, v3, s[4:5]", ""),
    ("v_mov_b32 v40, v0", "v40 is not one of the 24 registers that the kernel allocates"),
    ("global_load_b32 v3, v1, s[4:5]\nv_add_nc_u32 v3, v3, v0", "missing wait: v3 is in flight"),
    ("global_load_b32 v3, v1, s[4:5]\nv_mov_b32 v3, 0", "missing wait: v3 is in flight"),
    ("global_load_b32 v3, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_add_nc_u32 v3, v3, v0", ""),
    (
        "global_load_b32 v3, v1, s[4:5]\nglobal_load_b32 v4, v1, s[4:5]\ns_waitcnt vmcnt(1)\n\
         v_mov_b32 v5, v3",
        "",
    ),
    (
        "global_load_b32 v3, v1, s[4:5]\nglobal_load_b32 v4, v1, s[4:5]\ns_waitcnt vmcnt(1)\n\
         v_mov_b32 v5, v4",
        "missing wait: v4 is in flight",
    ),
    ("s_load_b32 s8, s[4:5], 0x0\ns_mov_b32 s9, s8", "missing wait: s8 is in flight"),
    (
        "s_load_b32 s8, s[4:5], 0x0\ns_load_b32 s9, s[4:5], 0x4\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s10, s8",
        "missing wait: s8 is in flight",
    ),
    ("global_store_b32 v1, v0, s[4:5]\nv_mov_b32 v0, 0", ""),
    ("ds_store_b32 v1, v0 offset:256", "is past the end of LDS with 256 bytes"),
    (
        "ds_load_b32 v3, v1\ns_waitcnt lgkmcnt(0)\nglobal_store_b32 v1, v3, s[4:5]",
        "an undefined value is stored",
    ),
    ("ds_store_b32 v1, v0\ns_barrier", "an LDS operation is in flight at a barrier"),
    ("ds_store_b32 v1, v0\ns_waitcnt lgkmcnt(0)\ns_barrier", ""),
    ("v_mov_b32 v3, 0\nds_store_b32 v3, v0", "race: another lane stores a different value"),
    ("ds_store_b32 v1, v0\ns_waitcnt lgkmcnt(0)\nv_xor_b32 v3, 128, v1\nds_load_b32 v4, v3", "race: byte"),
    ("ds_store_b32 v1, v0\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v3, 128, v1\nds_load_b32 v4, v3", ""),
    (
        "global_store_b32 v1, v0, s[4:5]\ns_waitcnt_vscnt null, 0x0\ns_barrier\nv_xor_b32 v3, 128, v1\n\
         buffer_gl0_inv\nglobal_load_b32 v4, v3, s[4:5]",
        "",
    ),
    (
        "global_store_b32 v1, v0, s[4:5]\ns_waitcnt_vscnt null, 0x0\ns_barrier\nv_xor_b32 v3, 128, v1\n\
         global_load_b32 v4, v3, s[4:5]",
        "missing cache invalidation: byte",
    ),
    (
        "global_store_b32 v1, v0, s[4:5]\ns_barrier\nv_xor_b32 v3, 128, v1\nbuffer_gl0_inv\n\
         global_load_b32 v4, v3, s[4:5]",
        "race: byte",
    ),
    ("s_cmp_eq_u32 s7, 0\ns_cbranch_scc1 end\ns_barrier", "barrier"),
    (
        "s_cmp_eq_u32 s7, 0\ns_cbranch_scc1 other\ns_barrier\ns_branch end\nother:\ns_barrier",
        "is at another barrier",
    ),
    ("scratch_store_b32 off, v0, off offset:12", ""),
    ("scratch_store_b32 off, v0, off offset:16", "byte 16 is past the end of the private memory of lane 0"),
    (
        "scratch_load_b32 v3, off, off\ns_waitcnt vmcnt(0)\nglobal_store_b32 v1, v3, s[4:5]",
        "an undefined value is stored",
    ),
    ("s_branch after", "the program runs past its end"),
    ("s_trap 2", "trap 2"),
    (
        "s_setprio 1\nimage_sample v[3:6], v[0:1], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D",
        "not modelled",
    ),
];

const SOURCE: &str = ".text
.globl k
.p2align 8
.type k,@function
k:
s_load_b64 s[4:5], s[0:1], 0x0
s_mov_b32 s6, s15
v_and_b32 v0, 0x3ff, v0
v_lshlrev_b32 v1, 2, v0
v_readfirstlane_b32 s7, v0
s_waitcnt lgkmcnt(0)
BODY
end:
s_endpgm
after:
s_code_end
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_next_free_vgpr 24
.amdhsa_next_free_sgpr 20
.amdhsa_user_sgpr_kernarg_segment_ptr 1
.amdhsa_user_sgpr_count 15
.amdhsa_kernarg_size 8
.amdhsa_group_segment_fixed_size 256
.amdhsa_private_segment_fixed_size 16
.amdhsa_enable_private_segment 1
.amdhsa_workgroup_processor_mode 1
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 256
    .private_segment_fixed_size: 16
    .wavefront_size: 32
    .sgpr_count: 20
    .vgpr_count: 24
    .max_flat_workgroup_size: 64
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
.end_amdgpu_metadata
";

#[test]
fn checks_report_violations() {
    if !has_tools() {
        return;
    }
    let mut failures = Vec::new();
    for (body, expected) in ROWS {
        let object = load("gfx1100", &[], "s", &SOURCE.replace("BODY", body));
        let args = vec![Arg::Buffer(vec![0; 256])];
        let found = Case { kernel: "k", grid: [1; 3], block: [64, 1, 1], args, seed: 1 }.run(&object).err();
        match found {
            None if expected.is_empty() => {}
            None => failures.push(format!("{body}\nexpected '{expected}', but it runs")),
            Some(error) if !expected.is_empty() && error.message.contains(expected) => {}
            Some(error) => failures.push(format!("{body}\nexpected '{expected}', but found '{error}'")),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}
