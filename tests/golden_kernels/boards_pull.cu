
__device__ __forceinline__ int turned(int kind, unsigned turn) {
  return 13 * (int)(turn >> 3 * (kind / 13) & 7) + kind % 13;
}

extern "C" __global__ void pull_sums(
    long long boards, const unsigned char* __restrict__ many, const unsigned char* __restrict__ times,
    const long long* __restrict__ begins, const int* __restrict__ after, const int* __restrict__ turns,
    const long long* __restrict__ larger_begins, long long holdings, long long larger_holdings, long long orders,
    const unsigned char* __restrict__ ends, const long long* __restrict__ given, long long* into) {
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {
    int count = many[board] * (many[board] + 1) / 2;
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
      long long at = begins[board] + j;
      int a = ends[2 * j], b = ends[2 * j + 1];
      long long total[3] = {};
      for (int kind = 0; kind < many[board]; ++kind) {
        int free = (int)times[board * 65 + kind] - (kind == a) - (kind == b);
        if (free > 0) {
          unsigned turn = turns[board * 65 + kind];
          int one = turned(a, turn), other = turned(b, turn), high = max(one, other), low = min(one, other);
          long long there = larger_begins[after[board * 65 + kind]] + high * (high + 1) / 2 + low;
          for (int column = 0; column < 3; ++column)
            total[column] += free * given[column * larger_holdings + there];
        }
      }
      for (int column = 0; column < 3; ++column) into[column * holdings + at] = total[column] / orders;
    }
  }
}
