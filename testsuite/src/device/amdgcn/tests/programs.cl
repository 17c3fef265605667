// Programs for the emulator, each with the element-wise result or the block structure that its name says.
// Arguments: sources, the result last but one, and the number of elements.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define MAP(name, body, ...) \
    __kernel void name(__VA_ARGS__, uint n) { uint i = id(); if (i < n) { body; } }
#define SRC(type, name) __global const type *name
#define DST(type) __global type *c

typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;

static inline uint lane(void) { return __builtin_amdgcn_workitem_id_x(); }
static inline uint block(void) { return __builtin_amdgcn_workgroup_id_x(); }
static inline uint id(void) { return block() * __builtin_amdgcn_workgroup_size_x() + lane(); }
static inline void sync(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

MAP(add, c[i] = a[i] + b[i], SRC(float, a), SRC(float, b), DST(float))
MAP(divide, c[i] = a[i] / b[i], SRC(float, a), SRC(float, b), DST(float))
MAP(divide_double, c[i] = a[i] / b[i], SRC(double, a), SRC(double, b), DST(double))
MAP(root, c[i] = __builtin_elementwise_sqrt(a[i]), SRC(float, a), DST(float))
MAP(root_double, c[i] = __builtin_elementwise_sqrt(a[i]), SRC(double, a), DST(double))
MAP(to_int, c[i] = (int)a[i], SRC(float, a), DST(int))
MAP(to_long, c[i] = (long)a[i], SRC(float, a), DST(long))
MAP(half_multiply, c[i] = a[i] * b[i], SRC(half, a), SRC(half, b), DST(half))
MAP(half_divide, c[i] = a[i] / b[i], SRC(half, a), SRC(half, b), DST(half))
MAP(quotient, c[2 * i] = a[i] / b[i]; c[2 * i + 1] = a[i] % b[i], SRC(int, a), SRC(int, b), DST(int))
MAP(long_quotient, c[2 * i] = a[i] / b[i]; c[2 * i + 1] = a[i] % b[i], SRC(long, a), SRC(long, b), DST(long))
MAP(long_multiply, c[i] = a[i] * b[i], SRC(ulong, a), SRC(ulong, b), DST(ulong))
MAP(long_shift, c[i] = (a[i] << (b[i] & 63)) ^ (ulong)((long)a[i] >> (b[i] & 63)), SRC(ulong, a), SRC(ulong, b),
    DST(ulong))
MAP(short_max, c[i] = a[i] > b[i] ? a[i] : b[i], SRC(short, a), SRC(short, b), DST(short))
MAP(bits, c[i] = __builtin_popcount(a[i]) + (a[i] ? __builtin_clz(a[i]) : 32) * 64 + __builtin_bitreverse32(a[i]),
    SRC(uint, a), DST(uint))
MAP(collatz, uint x = a[i]; uint k = 0; while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; k++; } c[i] = k,
    SRC(uint, a), DST(uint))
MAP(private_array, int t[16]; for (int k = 0; k < 16; k++) t[k] = a[(i + k) % n]; t[a[i] & 15] ^= 0x55; int s = 0;
    for (int k = 0; k < 16; k++) s = s * 31 + t[(k + a[i]) & 15]; c[i] = s, SRC(int, a), DST(int))
MAP(shuffle, c[i] = __builtin_amdgcn_ds_bpermute((int)((lane() ^ 5) * 4), a[i]), SRC(int, a), DST(int))

__attribute__((noinline)) int helper(int x, int y) {
    int t[4];
    for (int k = 0; k < 4; k++) t[k] = x * k;
    return t[y & 3] + x;
}
MAP(call, c[i] = helper(a[i], (int)i), SRC(int, a), DST(int))

__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
MAP(constant_table, c[i] = table[a[i] & 7], SRC(int, a), DST(int))

__kernel void block_sums(SRC(float, a), DST(float)) {
    __local float s[256];
    s[lane()] = a[id()];
    sync();
    for (uint k = 128; k > 0; k >>= 1) {
        if (lane() < k) s[lane()] += s[lane() + k];
        sync();
    }
    if (lane() == 0) c[block()] = s[0];
}

__kernel void histogram(SRC(uint, a), DST(uint), uint n) {
    __local uint s[16];
    if (lane() < 16) s[lane()] = 0;
    sync();
    if (id() < n) __atomic_fetch_add(&s[a[id()] & 15], 1, __ATOMIC_RELAXED);
    sync();
    if (lane() < 16) __atomic_fetch_add(&c[lane()], s[lane()], __ATOMIC_RELAXED);
}

// The block that finishes last adds the partial sums of all blocks.
__kernel void grid_sum(SRC(uint, a), __global uint *parts, __global uint *count, DST(uint), uint n_blocks) {
    __local uint is_last;
    __local uint sum;
    if (lane() == 0) sum = 0;
    sync();
    __atomic_fetch_add(&sum, a[id()], __ATOMIC_RELAXED);
    sync();
    if (lane() == 0) {
        parts[block()] = sum;
        is_last = __atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL) == n_blocks - 1;
    }
    sync();
    if (is_last && lane() == 0) {
        uint total = 0;
        for (uint k = 0; k < n_blocks; k++) total += parts[k];
        c[0] = total;
    }
}

__kernel void ids(DST(uint)) {
    uint x = block() * 4 + lane();
    uint y = __builtin_amdgcn_workgroup_id_y() * 2 + __builtin_amdgcn_workitem_id_y();
    uint z = __builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workitem_id_z();
    c[(z * 4 + y) * 8 + x] = x + 100 * y + 10000 * z;
}
