//! The constants of each float format: coefficients, constants in parts, and limits.
//!
//! The polynomials interpolate their functions at the Chebyshev nodes of the interval, which is close to the
//! minimax error; the coefficients, lowest first, were computed with 60 digits and rounded to the format.

#![expect(clippy::unreadable_literal, reason = "coefficients are written as they round")]

use std::f64::consts;

/// The constants of `f32` or `f64` that the functions use.
#[derive(Debug)]
pub struct Tables {
    /// The number of fraction bits.
    pub fraction: i64,
    /// The exponent of 1.
    pub bias: i64,
    /// The addend after which the lowest bits of a number are those of the nearest integer.
    pub(super) magic: f64,
    /// The least normal number.
    pub(super) least: f64,
    /// The power of two that makes subnormal numbers normal, and its exponent, a multiple of three.
    pub(super) lift: (f64, i64),
    /// The range outside which every exponential is 0 or infinite.
    pub(super) exp_range: (f64, f64),
    /// The number from which on the hyperbolic sine is `e^x / 2`.
    pub(super) sinh_large: f64,
    /// The number from which on the square plus one rounds to the square.
    pub(super) square_large: f64,
    /// The limit up to which three parts of pi / 2 are enough.
    pub(super) turn_limit: f64,
    /// The number above which every complementary error function is 0.
    pub(super) erfc_end: f64,
    /// ln 2, whose first part has few bits.
    pub(super) ln2: [f64; 2],
    /// log2(e) in two parts.
    pub(super) log2_e: [f64; 2],
    /// log10(e) in two parts.
    pub(super) log10_e: [f64; 2],
    /// log10(2), whose first part has few bits.
    pub(super) log10_2: [f64; 2],
    /// pi / 2 in three parts.
    pub(super) half_pi: [f64; 3],
    /// `(e^r - 1 - r) / r^2` for `|r| <= ln 2 / 2`.
    pub(super) exp: &'static [f64],
    /// The logarithm of `1 + f`, for `1 + f` from sqrt(1/2) to sqrt(2).
    pub(super) log: Log,
    /// the same less 2/3, again divided by `z`.
    pub(super) pow: &'static [f64],
    /// `(sin(x) / x - 1) / z` in `z = x^2`, for `|x| <= pi / 4`.
    pub(super) sin: &'static [f64],
    /// `(cos(x) - 1 + z / 2) / z^2` in `z = x^2`, for `|x| <= pi / 4`.
    pub(super) cos: &'static [f64],
    /// `(asin(x) / x - 1) / z` in `z = x^2`, for `|x| <= 1/2`.
    pub(super) asin: &'static [f64],
    /// `(atan(x) / x - 1) / z` in `z = x^2`, for `|x| <= tan(pi / 8)`.
    pub(super) atan: &'static [f64],
    /// `erf(x) / x` in `z = x^2`, for `|x| <= 0.8`.
    pub(super) erf: &'static [f64],
    /// `erfc(a) e^(a^2) (a + 2)` in `t = (a - 2) / (a + 2)`, for `a` from 0.79 to where it is 0.
    pub(super) erfc: &'static [f64],
    /// The error function without a division, where polynomials of few terms are enough.
    pub(super) erf_direct: Option<ErfDirect>,
}

impl Tables {
    /// Whether the format is `f32`.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        self.fraction == 23
    }
}

/// The approximation of logarithms of numbers near 1.
#[derive(Clone, Copy, Debug)]
pub(super) enum Log {
    /// `2 (log(1 + f) - f + f^2 / 2) / f^3` in `f`.
    Cubic(&'static [f64]),
    /// `(2 atanh(s) / s - 2) / z` in `z = s^2`, for `s = f / (2 + f)`.
    Quotient(&'static [f64]),
}

/// The error function as `x + x p(x^2)`, and from 1 on as `1 - 2^(-a q(a))`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErfDirect {
    /// `erf(x) / x - 1` in `z = x^2`, for `|x| <= 1`.
    pub(super) near: &'static [f64],
    /// `-log2(erfc(a)) / a`, for `a` from 1 to 4, with the least error of `erfc(a)`.
    pub(super) far: &'static [f64],
    /// `2^r` for `|r| <= 1/2`, precise only for results that are multiplied by 1/4 at most.
    pub(super) exp2: &'static [f64],
}

/// The constants of `f32`.
pub const SINGLE: Tables = Tables {
    fraction: 23,
    bias: 127,
    magic: 12582912.0,
    least: 1.1754943508222875e-38,
    lift: (16777216.0, 24),
    exp_range: (-105.0, 90.0),
    sinh_large: 10.0,
    square_large: 8192.0,
    turn_limit: 1e5,
    erfc_end: 10.1,
    ln2: [0.693145751953125, 1.428606765330187e-06],
    log2_e: [1.4426950216293335, 1.925963033500011e-08],
    log10_e: [0.4342944920063019, -1.0103049952192578e-08],
    log10_2: [0.30102920532, 7.9034151668e-07],
    half_pi: [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15],
    exp: &[0.5, 0.16666576266288757, 0.041666556149721146, 0.008363178931176662, 0.0013926184037700295],
    log: Log::Cubic(&[
        0.6666666269302368,
        -0.4999999403953552,
        0.40001431107521057,
        -0.3333560526371002,
        0.2849811613559723,
        -0.24851374328136444,
        0.23370839655399323,
        -0.22959467768669128,
        0.13943223655223846,
    ]),
    pow: &[0.4000001549720764, 0.2856222987174988, 0.2304852157831192],
    sin: &[-0.166666641831398, 0.008332747966051102, -0.000195878412341699],
    cos: &[0.0416666641831398, -0.001388830249197781, 2.454789137118496e-05],
    asin: &[
        0.1666666567325592,
        0.07500095665454865,
        0.04459898918867111,
        0.031106000766158104,
        0.017121586948633194,
        0.03374028205871582,
    ],
    atan: &[
        -0.3333333134651184,
        0.19999539852142334,
        -0.14263930916786194,
        0.10743467509746552,
        -0.06451054662466049,
    ],
    erf: &[
        1.1283791065216064,
        -0.3761260211467743,
        0.11283128708600998,
        -0.02682146616280079,
        0.005086265038698912,
        -0.0006542091723531485,
    ],
    erfc: &[
        1.0215827226638794,
        -0.6871606707572937,
        0.27947214245796204,
        -0.03644286096096039,
        -0.021512087434530258,
        0.006490016356110573,
        0.003097700420767069,
        -0.0009101335308514535,
        -0.0006434129318222404,
        0.00020880378724541515,
    ],
    erf_direct: Some(ErfDirect {
        near: &[
            0.12837916612625122,
            -0.3761262595653534,
            0.11283600330352783,
            -0.026854444295167923,
            0.005189535208046436,
            -0.0008020841050893068,
            7.889119297033176e-05,
        ],
        far: &[
            1.6283576488494873,
            0.9160824418067932,
            0.1536685675382614,
            -0.03462086245417595,
            0.0054128337651491165,
            -0.0005039498209953308,
            1.9970892026321962e-05,
        ],
        exp2: &[
            1.0,
            0.6931472420692444,
            0.2402210682630539,
            0.05550297349691391,
            0.009676036424934864,
            0.0013409999664872885,
        ],
    }),
};

/// The constants of `f64`.
pub const DOUBLE: Tables = Tables {
    fraction: 52,
    bias: 1023,
    magic: 6755399441055744.0,
    least: f64::MIN_POSITIVE,
    lift: (18014398509481984.0, 54),
    exp_range: (-750.0, 715.0),
    sinh_large: 24.0,
    square_large: 268435456.0,
    turn_limit: 1e5,
    erfc_end: 27.3,
    ln2: [0.6931471805601177, -1.7239444525614835e-13],
    log2_e: [consts::LOG2_E, 2.0355273740931033e-17],
    log10_e: [consts::LOG10_E, 1.098319650216765e-17],
    log10_2: [0.30102999566361177, 3.694239077158931e-13],
    half_pi: [consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33],
    exp: &[
        0.5,
        0.1666666666666667,
        0.04166666666666667,
        0.008333333333326136,
        0.0013888888888883748,
        0.00019841269874820627,
        2.4801587325547743e-05,
        2.7557255400206422e-06,
        2.75572736431103e-07,
        2.5105217004720745e-08,
        2.0914686968086876e-09,
    ],
    log: Log::Quotient(&[
        0.666666666666667,
        0.3999999999989924,
        0.2857142862609589,
        0.2222221111514416,
        0.18182890556695602,
        0.1533167403016786,
        0.1461703754879165,
    ]),
    pow: &[
        0.4,
        0.2857142857142937,
        0.22222222221654733,
        0.1818181833565416,
        0.15384594934597917,
        0.13334806212100603,
        0.11706195689881364,
        0.11723603622905411,
    ],
    sin: &[
        -0.16666666666666666,
        0.008333333333330946,
        -0.0001984126983675497,
        2.755731610068303e-06,
        -2.5051131455427946e-08,
        1.591810123027412e-10,
    ],
    cos: &[
        0.041666666666666664,
        -0.0013888888888887395,
        2.4801587298763433e-05,
        -2.7557317270560326e-07,
        2.0876146024689747e-09,
        -1.1382614868556325e-11,
    ],
    asin: &[
        0.16666666666666669,
        0.07499999999998389,
        0.04464285714644605,
        0.0303819441312372,
        0.022372173243832207,
        0.017352385393480947,
        0.013971325328728771,
        0.011478047472510145,
        0.010330370295404406,
        0.005424230839804001,
        0.017493569476248205,
        -0.014999855783811349,
        0.02886097438799853,
    ],
    atan: &[
        -0.3333333333333333,
        0.19999999999995505,
        -0.1428571428466294,
        0.1111111101496664,
        -0.09090904566354399,
        0.07692182917461161,
        -0.06664507597561675,
        0.05858115476299884,
        -0.050852748016420944,
        0.03922660551087136,
        -0.01917070039374299,
    ],
    erf: &[
        consts::FRAC_2_SQRT_PI,
        -0.3761263890318375,
        0.11283791670954989,
        -0.026866170645091288,
        0.005223977624839224,
        -0.0008548326969727843,
        0.00012055329943473272,
        -1.4925537027384735e-05,
        1.6459285734490803e-06,
        -1.631896397313386e-07,
        1.4309204495772995e-08,
        -9.1714429961534e-10,
    ],
    erfc: &[
        1.021582705242023,
        -0.6871606844138106,
        0.2794720925560548,
        -0.036442231506877074,
        -0.02151066188949627,
        0.006479185067610212,
        0.003090612059659809,
        -0.0008372960582001341,
        -0.0006630735158574016,
        3.437135508890366e-05,
        0.00014447090650661451,
        3.4149805572042606e-05,
        -2.1698014082402604e-05,
        -1.6126793888566507e-05,
        -1.1111582350197596e-06,
        3.6620727751249696e-06,
        1.9307215247354255e-06,
        4.390278051453749e-09,
        -3.9057038769070625e-07,
        -4.95800311581849e-07,
        -1.2995143658016745e-07,
        4.327171234180167e-07,
        -1.3367463545904578e-07,
    ],
    erf_direct: None,
};

/// The bits of 2 / pi after the point, with 64 zeros in front.
pub(super) const TWO_OVER_PI: [u64; 20] = [
    0,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
];
