//! Lists of operands, which rows of the instruction table share.
//!
//! Their names are a code: the words of the result, `_`, then the words of each source. The first letter is the kind
//! of the result: `V` vector registers, `A` vector registers that accumulate, `S` scalar registers, `K` scalar
//! registers that are kept where nothing is written, `C` the condition code, `M` a mask of lanes. Among the digits,
//! `M` is a mask, `R` scalar registers, `I` an immediate, `L` a literal, and `V` vector registers. For example,
//! `V1M_11M` is `v_add_co_ci_u32 v0, vcc_lo, v1, v2, vcc_lo`.

use super::Kind;
use Kind::{
    ADst, ASrc, Addend, Fragment, FragmentAddend, FragmentDst, Imm, Label, Lane, Literal, Mask, SAddr, SDst,
    SInOut, SReg, SSrc, Src, VAddr, VDst, VInOut, VSrc,
};

/// Defines constants of lists of operands.
macro_rules! shapes {
    ($($name:ident: $kinds:tt;)*) => {
        $(
            #[doc = concat!("The operands `", stringify!($kinds), "`.")]
            pub(super) const $name: &[Kind] = &$kinds;
        )*
    };
}

shapes! {
    NONE: [];

    // Scalar instructions.
    S1_1: [SDst(1), SSrc(1)];
    S1_2: [SDst(1), SSrc(2)];
    S2_2: [SDst(2), SSrc(2)];
    K1_1: [SInOut(1), SSrc(1)];
    K2_2: [SInOut(2), SSrc(2)];
    S2: [SDst(2)];
    R2: [SReg(2)];
    S2_R2: [SDst(2), SReg(2)];
    S1_11: [SDst(1), SSrc(1), SSrc(1)];
    S2_11: [SDst(2), SSrc(1), SSrc(1)];
    S2_21: [SDst(2), SSrc(2), SSrc(1)];
    S2_22: [SDst(2), SSrc(2), SSrc(2)];
    C_11: [SSrc(1), SSrc(1)];
    C_22: [SSrc(2), SSrc(2)];
    S1_I: [SDst(1), Imm];
    R1_I: [SReg(1), Imm];
    IMM: [Imm];
    I_L: [Imm, Literal];
    TARGET: [Label];

    // Scalar loads.
    S1_R2: [SDst(1), SReg(2)];
    S3_R2: [SDst(3), SReg(2)];
    S4_R2: [SDst(4), SReg(2)];
    S8_R2: [SDst(8), SReg(2)];
    S16_R2: [SDst(16), SReg(2)];

    // Vector instructions.
    V1_1: [VDst(1), Src(1)];
    V1_2: [VDst(1), Src(2)];
    V2_1: [VDst(2), Src(1)];
    V2_2: [VDst(2), Src(2)];
    V1_11: [VDst(1), Src(1), Src(1)];
    V2_12: [VDst(2), Src(1), Src(2)];
    V2_21: [VDst(2), Src(2), Src(1)];
    V2_22: [VDst(2), Src(2), Src(2)];
    V1_111: [VDst(1), Src(1), Src(1), Src(1)];
    V2_212: [VDst(2), Src(2), Src(1), Src(2)];
    V2_222: [VDst(2), Src(2), Src(2), Src(2)];
    A1_11: [VInOut(1), Src(1), Src(1)];
    A2_22: [VInOut(2), Src(2), Src(2)];
    V1_1LV: [VDst(1), Src(1), Literal, VSrc(1)];
    V1_1VL: [VDst(1), Src(1), VSrc(1), Literal];
    V2_VV: [VDst(2), VSrc(2), VSrc(2)];
    V2_VVV: [VDst(2), VSrc(2), VSrc(2), VSrc(2)];
    V1_11M: [VDst(1), Src(1), Src(1), Mask];
    V1M_11: [VDst(1), Mask, Src(1), Src(1)];
    V1M_11M: [VDst(1), Mask, Src(1), Src(1), Mask];
    V1M_111: [VDst(1), Mask, Src(1), Src(1), Src(1)];
    V2M_112: [VDst(2), Mask, Src(1), Src(1), Src(2)];
    V2M_222: [VDst(2), Mask, Src(2), Src(2), Src(2)];
    M_11: [Mask, Src(1), Src(1)];
    M_21: [Mask, Src(2), Src(1)];
    M_22: [Mask, Src(2), Src(2)];
    S1_V: [SDst(1), VSrc(1)];
    READ_LANE: [SDst(1), VSrc(1), Lane];
    WRITE_LANE: [VInOut(1), SSrc(1), Lane];
    PERM_LANE: [VInOut(1), VSrc(1), SSrc(1), SSrc(1)];

    // Matrix multiplication: destination, two factors, addend.
    WMMA_8_888: [FragmentDst(8), Fragment(8), Fragment(8), FragmentAddend(8)];
    WMMA_16_888: [VDst(8), Fragment(8), Fragment(8), Addend(8)];
    WMMA_16_448: [VDst(8), Fragment(4), Fragment(4), Addend(8)];
    MFMA_4_11: [VDst(4), VSrc(1), VSrc(1), Addend(4)];
    MFMA_4_22: [VDst(4), VSrc(2), VSrc(2), Addend(4)];
    MFMA_8_22: [VDst(8), VSrc(2), VSrc(2), Addend(8)];
    MFMA_16_11: [VDst(16), VSrc(1), VSrc(1), Addend(16)];
    MFMA_16_22: [VDst(16), VSrc(2), VSrc(2), Addend(16)];
    V1_ACC: [VDst(1), ASrc(1)];
    ACC_1: [ADst(1), Src(1)];
    ACC_ACC: [ADst(1), ASrc(1)];

    // Workgroup memory.
    DS_LOAD_1: [VDst(1), VAddr];
    DS_LOAD_2: [VDst(2), VAddr];
    DS_LOAD_3: [VDst(3), VAddr];
    DS_LOAD_4: [VDst(4), VAddr];
    DS_STORE_1: [VAddr, VSrc(1)];
    DS_STORE_2: [VAddr, VSrc(2)];
    DS_STORE_3: [VAddr, VSrc(3)];
    DS_STORE_4: [VAddr, VSrc(4)];
    DS_RTN_1: [VDst(1), VAddr, VSrc(1)];
    DS_RTN_2: [VDst(2), VAddr, VSrc(2)];
    DS_CMP_1: [VAddr, VSrc(1), VSrc(1)];
    DS_CMP_2: [VAddr, VSrc(2), VSrc(2)];
    DS_CMP_RTN_1: [VDst(1), VAddr, VSrc(1), VSrc(1)];
    DS_CMP_RTN_2: [VDst(2), VAddr, VSrc(2), VSrc(2)];

    // Global and scratch memory.
    LOAD_1: [VDst(1), VAddr, SAddr];
    LOAD_2: [VDst(2), VAddr, SAddr];
    LOAD_3: [VDst(3), VAddr, SAddr];
    LOAD_4: [VDst(4), VAddr, SAddr];
    STORE_1: [VAddr, VSrc(1), SAddr];
    STORE_2: [VAddr, VSrc(2), SAddr];
    STORE_3: [VAddr, VSrc(3), SAddr];
    STORE_4: [VAddr, VSrc(4), SAddr];
    ATOMIC_1: [VDst(1), VAddr, VSrc(1), SAddr];
    ATOMIC_2: [VDst(2), VAddr, VSrc(2), SAddr];
    CMPSWAP_1: [VDst(1), VAddr, VSrc(2), SAddr];
    CMPSWAP_2: [VDst(2), VAddr, VSrc(4), SAddr];
}
