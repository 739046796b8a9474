

__device__ __forceinline__ int band_of(int value, const int* floors) {
  int band = 0;
  while (band + 1 < 2 && value >= floors[band + 1]) ++band;
  return band;
}

extern "C" __global__ void __launch_bounds__(128) sums_of_boards(
    long long boards, const unsigned char* __restrict__ hands, const unsigned char* __restrict__ many,
    const unsigned char* __restrict__ times, const unsigned char* __restrict__ cards,
    const long long* __restrict__ begins, long long holdings, long long* into, const unsigned char* __restrict__ ends, const int* __restrict__ floors, const short* __restrict__ parts, const unsigned* __restrict__ value_keys, const unsigned short* __restrict__ value_rows, const int* __restrict__ value_values, const unsigned char* __restrict__ value_suited, const int* __restrict__ value_flushes) {
  __shared__ unsigned kinds[351];
  __shared__ int values[351];
  __shared__ int all_of[2], with_kind[2 * 65];
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {
    int count = many[board] * (many[board] + 1) / 2;
    int card0 = hands[board * 5 + 0];
    int card1 = hands[board * 5 + 1];
    int card2 = hands[board * 5 + 2];
    int card3 = hands[board * 5 + 3];
    int card4 = hands[board * 5 + 4];
    for (int i = threadIdx.x; i < 2 * 65; i += blockDim.x) with_kind[i] = 0;
    for (int i = threadIdx.x; i < 2; i += blockDim.x) all_of[i] = 0;
    __syncthreads();
    // The value of every holding beside the board, and how many pairs there are in each band. A holding is kept as its
    // two kinds and how many cards each has; one that stands for nothing is of no kind.
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
      unsigned a = ends[2 * j], b = ends[2 * j + 1];
      unsigned of_a = times[board * 65 + a], of_b = times[board * 65 + b];
      kinds[j] = 255 | 254 << 8;
      values[j] = -1;
      if (!of_a || !of_b || (a == b && of_a == 1)) continue;
      int first = cards[2 * (board * 65 + a) + 1], second = cards[2 * (board * 65 + b)];
      long long value_k = 0;
      int value = 0;
      long long value_m = 0;
      value_k = (((((((long long)(value_keys[(card0)]) + (long long)(value_keys[(card1)])) + (long long)(value_keys[(card2)])) + (long long)(value_keys[(card3)])) + (long long)(value_keys[(card4)])) + (long long)(value_keys[(first)])) + (long long)(value_keys[(second)]));
      value = value_values[((((int)((value_k >> 9)) & 2047) + (int)value_rows[(((int)((value_k >> 20)) & 4095))]))];
      if ((int)value_suited[((int)((value_k & (long long)(511))))]) {
        value_m = ((((((((long long)(1) << card0) | ((long long)(1) << card1)) | ((long long)(1) << card2)) | ((long long)(1) << card3)) | ((long long)(1) << card4)) | ((long long)(1) << first)) | ((long long)(1) << second));
        value = max(max(max(value_flushes[((int)(((value_m >> 0) & (long long)(8191))))], value_flushes[((int)(((value_m >> 13) & (long long)(8191))))]), value_flushes[(((int)((value_m >> 26)) & 8191))]), value_flushes[(((int)((value_m >> 39)) & 8191))]);
      }
      kinds[j] = a | b << 8 | of_a << 16 | of_b << 24;
      values[j] = value;
      int band = band_of(value, floors);
      atomicAdd(&all_of[band], (int)(a == b ? of_a * (of_a - 1) / 2 : of_a * of_b));
      atomicAdd(&with_kind[band * 65 + a], (int)(a == b ? of_a - 1 : of_b));
      if (a != b) atomicAdd(&with_kind[band * 65 + b], (int)of_a);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
      int value = values[j], a = kinds[j] & 255, b = kinds[j] >> 8 & 255;
      if (value < 0) continue;
      int own_band = band_of(value, floors), floor = floors[own_band], lower = 0, same = 0;
      for (int k = 0; k < count; ++k) {
        int one = kinds[k] & 255, other = kinds[k] >> 8 & 255;
        int of_one = (int)(kinds[k] >> 16 & 255) - (one == a) - (one == b);
        int of_other = (int)(kinds[k] >> 24) - (other == a) - (other == b);
        int ways = one == other ? of_one * (of_one - 1) / 2 : of_one * of_other;
        lower += values[k] < value && values[k] >= floor ? ways : 0;
        same += values[k] == value ? ways : 0;
      }
      // The dealer's pairs in each cell, a band and a comparison: the own pair was taken off twice.
      int c[6];
#pragma unroll
      for (int band = 0; band < 2; ++band) {
        int free = all_of[band] - with_kind[band * 65 + a] - with_kind[band * 65 + b];
        c[3 * band + 0] = band > own_band ? free : band == own_band ? free + 1 - lower - same : 0;
        c[3 * band + 1] = band == own_band ? same : 0;
        c[3 * band + 2] = band < own_band ? free : band == own_band ? lower : 0;
      }
      long long sums[3];
      int best[1] = {};
      long long at = begins[board] + j;
      int line = 0;
      int c0 = 0;
      int c1 = 0;
      int c2 = 0;
      int c3 = 0;
      int c4 = 0;
      int c5 = 0;
      int x0 = 0;
      int x1 = 0;
      int x4 = 0;
      int chosen = 0;
      int other = 0;
      line = (value >> 20);
      c0 = c[(0) * 6 + (0) + (0)];
      c1 = c[(0) * 6 + (1) + (0)];
      c2 = c[(0) * 6 + (2) + (0)];
      c3 = c[(0) * 6 + (3) + (0)];
      c4 = c[(0) * 6 + (4) + (0)];
      c5 = c[(0) * 6 + (5) + (0)];
      x0 = ((((((c0 * (int)parts[(0) * 60 + (line) * 6 + (0)]) + (c1 * (int)parts[(0) * 60 + (line) * 6 + (1)])) + (c2 * (int)parts[(0) * 60 + (line) * 6 + (2)])) + (c3 * (int)parts[(0) * 60 + (line) * 6 + (3)])) + (c4 * (int)parts[(0) * 60 + (line) * 6 + (4)])) + (c5 * (int)parts[(0) * 60 + (line) * 6 + (5)]));
      x1 = ((((((c0 * (int)parts[(1) * 60 + (line) * 6 + (0)]) + (c1 * (int)parts[(1) * 60 + (line) * 6 + (1)])) + (c2 * (int)parts[(1) * 60 + (line) * 6 + (2)])) + (c3 * (int)parts[(1) * 60 + (line) * 6 + (3)])) + (c4 * (int)parts[(1) * 60 + (line) * 6 + (4)])) + (c5 * (int)parts[(1) * 60 + (line) * 6 + (5)]));
      x4 = (-112);
      chosen = 0;
      other = ((0 + (1 * x0)) + (1 * x1));
      if ((other >= x4)) {
        x4 = other;
        chosen = 1;
      }
      best[(0) + (0) + (0)] = chosen;
      sums[(0) * 5 + (0) + (0)] = x0;
      sums[(0) * 5 + (1) + (0)] = x1;
      sums[(0) * 5 + (2) + (0)] = x4;
      for (int column = 0; column < 3; ++column) into[column * holdings + at] = sums[column];
    }
    __syncthreads();
  }
}
