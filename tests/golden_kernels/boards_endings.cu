
__constant__ const int states[] = {-1, -1, 0, -1};
__constant__ const int carried[] = {0, 1, -1, 2};
__constant__ const int choices[] = {3, 4};
__device__ __forceinline__ int band_of(int value, const int* floors) {
  int band = 0;
  while (band + 1 < 2 && value >= floors[band + 1]) ++band;
  return band;
}

extern "C" __global__ void __launch_bounds__(256) endings(
    long long boards, const unsigned char* __restrict__ hands, const long long* __restrict__ weights,
    const unsigned* __restrict__ places, const unsigned char* __restrict__ exchanges, const unsigned long long* __restrict__ before, unsigned long long* totals, const unsigned char* __restrict__ faces, const unsigned char* __restrict__ positions, const unsigned short* __restrict__ numbers, const unsigned short* __restrict__ moved, const int* __restrict__ floors, const short* __restrict__ parts, const unsigned* __restrict__ value_keys, const unsigned short* __restrict__ value_rows, const int* __restrict__ value_values, const unsigned char* __restrict__ value_suited, const int* __restrict__ value_flushes) {
  __shared__ unsigned long long sets[45];
  __shared__ int values[45];
  __shared__ int all_of[2], with_card[2 * 52];
  __shared__ unsigned char left[52];
  __shared__ unsigned ended[300];
  __shared__ unsigned long long all_ended[300];
  for (int i = threadIdx.x; i < 300; i += blockDim.x) ended[i] = 0, all_ended[i] = 0;
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {
    int card0 = hands[board * 5 + 0];
    int card1 = hands[board * 5 + 1];
    int card2 = hands[board * 5 + 2];
    int card3 = hands[board * 5 + 3];
    int card4 = hands[board * 5 + 4];
    if (threadIdx.x == 0) {
      unsigned long long held = 1ULL << card0 | 1ULL << card1 | 1ULL << card2 | 1ULL << card3 | 1ULL << card4;
      int found = 0;
      for (int i = 0; i < 15; ++i)
        if (!(held >> faces[i] & 1)) left[found++] = faces[i];
    }
    for (int i = threadIdx.x; i < 2 * 52; i += blockDim.x) with_card[i] = 0;
    for (int i = threadIdx.x; i < 2; i += blockDim.x) all_of[i] = 0;
    __syncthreads();
    // The value of every pair beside the board, and how many there are in each band.
    for (int j = threadIdx.x; j < 45; j += blockDim.x) {
      int first = left[positions[2 * j]], second = left[positions[2 * j + 1]];
      long long value_k = 0;
      int value = 0;
      long long value_m = 0;
      value_k = (((((((long long)(value_keys[(card0)]) + (long long)(value_keys[(card1)])) + (long long)(value_keys[(card2)])) + (long long)(value_keys[(card3)])) + (long long)(value_keys[(card4)])) + (long long)(value_keys[(first)])) + (long long)(value_keys[(second)]));
      value = value_values[((((int)((value_k >> 9)) & 2047) + (int)value_rows[(((int)((value_k >> 20)) & 4095))]))];
      if ((int)value_suited[((int)((value_k & (long long)(511))))]) {
        value_m = ((((((((long long)(1) << card0) | ((long long)(1) << card1)) | ((long long)(1) << card2)) | ((long long)(1) << card3)) | ((long long)(1) << card4)) | ((long long)(1) << first)) | ((long long)(1) << second));
        value = max(max(max(value_flushes[((int)(((value_m >> 0) & (long long)(8191))))], value_flushes[((int)(((value_m >> 13) & (long long)(8191))))]), value_flushes[(((int)((value_m >> 26)) & 8191))]), value_flushes[(((int)((value_m >> 39)) & 8191))]);
      }
      sets[j] = 1ULL << first | 1ULL << second;
      values[j] = value;
      int band = band_of(value, floors);
      atomicAdd(&all_of[band], 1);
      atomicAdd(&with_card[band * 52 + first], 1);
      atomicAdd(&with_card[band * 52 + second], 1);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < 45; j += blockDim.x) {
      int first = left[positions[2 * j]], second = left[positions[2 * j + 1]];
      int number = numbers[first * 52 + second], value = values[j];
      int own_band = band_of(value, floors), floor = floors[own_band], lower = 0, same = 0;
      unsigned long long own = sets[j];
      for (int k = 0; k < 45; ++k) {
        bool free = !(sets[k] & own);
        lower += free && values[k] < value && values[k] >= floor;
        same += free && values[k] == value;
      }
      // The dealer's pairs in each cell, a band and a comparison: the own pair was taken off twice.
      int c[6];
#pragma unroll
      for (int band = 0; band < 2; ++band) {
        int free = all_of[band] - with_card[band * 52 + first] - with_card[band * 52 + second];
        c[3 * band + 0] = band > own_band ? free : band == own_band ? free + 1 - lower - same : 0;
        c[3 * band + 1] = band == own_band ? same : 0;
        c[3 * band + 2] = band < own_band ? free : band == own_band ? lower : 0;
      }
      long long sums[3];
      int best[1] = {};
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
      unsigned long long ways[1] = {};
      for (int part = 0; part < 10; ++part) {
        int goes = moved[exchanges[board * 10 + part] * 105 + number];
        for (int word = 0; word < 1; ++word)
          ways[word] += before[(places[board * 10 + part] * 1LL + word) * 105 + goes];
      }
#pragma unroll
      for (int standing = 0; standing < 4; ++standing) {
        int shift = 8 * (standing % 8);
        unsigned times = ways[standing / 8] >> shift & 255;
        if (!times) continue;
        int state = states[standing], chosen = state < 0 ? 0 : best[state];
        int then = state < 0 ? carried[standing] : choices[state * 2 + chosen];
        unsigned* here = ended + (then * 10 + (value >> 20)) * 6;
        for (int cell = 0; cell < 6; ++cell)
          if (c[cell]) atomicAdd(&here[cell], times * c[cell]);
      }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 300; i += blockDim.x) {
      all_ended[i] += (unsigned long long)ended[i] * weights[board];
      ended[i] = 0;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < 300; i += blockDim.x)
    if (all_ended[i]) atomicAdd(&totals[i], all_ended[i]);
}
