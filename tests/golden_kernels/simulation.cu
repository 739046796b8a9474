
extern "C" __global__ void __launch_bounds__(1024, 1) sample(
    long long blocks, long long last_rounds, const unsigned long long* __restrict__ states,
    unsigned long long* totals, const unsigned char* __restrict__ faces, const unsigned* __restrict__ far_against_weights, const unsigned char* __restrict__ far_against_rows, const int* __restrict__ far_against_table, const unsigned short* __restrict__ far_choice0_hand_ways, const unsigned char* __restrict__ far_choice0_hand_cells, const unsigned char* __restrict__ far_choice0_packed, const unsigned char* __restrict__ far_path_of, const signed char* __restrict__ far_rows, const unsigned char* __restrict__ far_cells_of0) {
  extern __shared__ unsigned long long near_words[];
  unsigned char* near = (unsigned char*)near_words;
  unsigned char* deck = near + threadIdx.x * 4;
  unsigned* counts = (unsigned*)(near + 16384);
  int lane = threadIdx.x & (32 - 1);
  for (int i = threadIdx.x; i < 306 * 32; i += blockDim.x) counts[i] = 0;
  unsigned* against_weights = (unsigned*)(near + 55872);
  for (int i = threadIdx.x; i < 52; i += blockDim.x) against_weights[i] = far_against_weights[i];
  unsigned char* against_rows = (unsigned char*)(near + 55560);
  for (int i = threadIdx.x; i < 40; i += blockDim.x) against_rows[i] = far_against_rows[i];
  const int* against_table = far_against_table;
  unsigned short* choice0_hand_ways = (unsigned short*)(near + 55776);
  for (int i = threadIdx.x; i < 45; i += blockDim.x) choice0_hand_ways[i] = far_choice0_hand_ways[i];
  unsigned char* choice0_hand_cells = (unsigned char*)(near + 55600);
  for (int i = threadIdx.x; i < 53; i += blockDim.x) choice0_hand_cells[i] = far_choice0_hand_cells[i];
  unsigned char* choice0_packed = (unsigned char*)(near + 55712);
  for (int i = threadIdx.x; i < 57; i += blockDim.x) choice0_packed[i] = far_choice0_packed[i];
  unsigned char* path_of = (unsigned char*)(near + 55552);
  for (int i = threadIdx.x; i < 2; i += blockDim.x) path_of[i] = far_path_of[i];
  signed char* rows = (signed char*)(near + 56080);
  for (int i = threadIdx.x; i < 294; i += blockDim.x) rows[i] = far_rows[i];
  unsigned char* cells_of0 = (unsigned char*)(near + 55656);
  for (int i = threadIdx.x; i < 56; i += blockDim.x) cells_of0[i] = far_cells_of0[i];
  __syncthreads();
  long long block = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  int rounds = block + 1 < blocks ? 262144 : block + 1 == blocks ? (int)last_rounds : 0;
  if (block >= blocks) block = blocks - 1;
  unsigned long long s0, s1, s2, s3;
  s0 = states[0 * blocks + block];
  s1 = states[1 * blocks + block];
  s2 = states[2 * blocks + block];
  s3 = states[3 * blocks + block];
  for (int i = 0; i < 15; ++i) deck[(i & ~3) * 1024 + (i & 3)] = faces[i];
  int cells[2 * 1];
  int _ = 0;
  unsigned long long r = 0;
  unsigned long long t = 0;
  int digit0 = 0;
  int digit1 = 0;
  int digit2 = 0;
  int digit3 = 0;
  int digit4 = 0;
  int digit5 = 0;
  int digit6 = 0;
  int digit7 = 0;
  int digit8 = 0;
  int drawn = 0;
  int dealer0 = 0;
  int dealer1 = 0;
  int dealer2 = 0;
  int against_k = 0;
  int against = 0;
  int seat = 0;
  int own0 = 0;
  int own1 = 0;
  int own2 = 0;
  int choice0_hand_0 = 0;
  int choice0_hand_1 = 0;
  int choice0_hand_2 = 0;
  int choice0_hand = 0;
  int choice0 = 0;
  int path = 0;
  int value0_k = 0;
  int value0 = 0;
  int row = 0;
  int cell0 = 0;
  int other = 0;
  for (_ = 0; (int)_ < rounds; ++_) {
    while (1) {
      r = (s1 * (unsigned long long)(5));
      r = (((r << 7) | (unsigned long long)((int)((r >> 57)))) * (unsigned long long)(9));
      t = (s1 << 17);
      s2 = (s2 ^ s0);
      s3 = (s3 ^ s1);
      s1 = (s1 ^ s2);
      s0 = (s0 ^ s3);
      s2 = (s2 ^ t);
      s3 = ((s3 << 45) | (unsigned long long)((long long)((s3 >> 19))));
      r = (long long)((r >> 4));
      r = (r * (unsigned long long)(15));
      digit0 = ((int)((r >> 60)) + 0);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(14));
      digit1 = ((int)((r >> 60)) + 1);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(13));
      digit2 = ((int)((r >> 60)) + 2);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(12));
      digit3 = ((int)((r >> 60)) + 3);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(11));
      digit4 = ((int)((r >> 60)) + 4);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(10));
      digit5 = ((int)((r >> 60)) + 5);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(9));
      digit6 = ((int)((r >> 60)) + 6);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(8));
      digit7 = ((int)((r >> 60)) + 7);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      r = (r * (unsigned long long)(7));
      digit8 = ((int)((r >> 60)) + 8);
      r = (long long)((r & (unsigned long long)(1152921504606846975LL)));
      if ((r >= (unsigned long long)(232206976))) {
        break;
      }
    }
    drawn = (int)deck[(((digit0)) & ~3) * 1024 + (((digit0)) & 3)];
    deck[(((digit0)) & ~3) * 1024 + (((digit0)) & 3)] = (int)deck[(((0)) & ~3) * 1024 + (((0)) & 3)];
    deck[(((0)) & ~3) * 1024 + (((0)) & 3)] = drawn;
    drawn = (int)deck[(((digit1)) & ~3) * 1024 + (((digit1)) & 3)];
    deck[(((digit1)) & ~3) * 1024 + (((digit1)) & 3)] = (int)deck[(((1)) & ~3) * 1024 + (((1)) & 3)];
    deck[(((1)) & ~3) * 1024 + (((1)) & 3)] = drawn;
    drawn = (int)deck[(((digit2)) & ~3) * 1024 + (((digit2)) & 3)];
    deck[(((digit2)) & ~3) * 1024 + (((digit2)) & 3)] = (int)deck[(((2)) & ~3) * 1024 + (((2)) & 3)];
    deck[(((2)) & ~3) * 1024 + (((2)) & 3)] = drawn;
    drawn = (int)deck[(((digit3)) & ~3) * 1024 + (((digit3)) & 3)];
    deck[(((digit3)) & ~3) * 1024 + (((digit3)) & 3)] = (int)deck[(((3)) & ~3) * 1024 + (((3)) & 3)];
    deck[(((3)) & ~3) * 1024 + (((3)) & 3)] = drawn;
    drawn = (int)deck[(((digit4)) & ~3) * 1024 + (((digit4)) & 3)];
    deck[(((digit4)) & ~3) * 1024 + (((digit4)) & 3)] = (int)deck[(((4)) & ~3) * 1024 + (((4)) & 3)];
    deck[(((4)) & ~3) * 1024 + (((4)) & 3)] = drawn;
    drawn = (int)deck[(((digit5)) & ~3) * 1024 + (((digit5)) & 3)];
    deck[(((digit5)) & ~3) * 1024 + (((digit5)) & 3)] = (int)deck[(((5)) & ~3) * 1024 + (((5)) & 3)];
    deck[(((5)) & ~3) * 1024 + (((5)) & 3)] = drawn;
    drawn = (int)deck[(((digit6)) & ~3) * 1024 + (((digit6)) & 3)];
    deck[(((digit6)) & ~3) * 1024 + (((digit6)) & 3)] = (int)deck[(((6)) & ~3) * 1024 + (((6)) & 3)];
    deck[(((6)) & ~3) * 1024 + (((6)) & 3)] = drawn;
    drawn = (int)deck[(((digit7)) & ~3) * 1024 + (((digit7)) & 3)];
    deck[(((digit7)) & ~3) * 1024 + (((digit7)) & 3)] = (int)deck[(((7)) & ~3) * 1024 + (((7)) & 3)];
    deck[(((7)) & ~3) * 1024 + (((7)) & 3)] = drawn;
    drawn = (int)deck[(((digit8)) & ~3) * 1024 + (((digit8)) & 3)];
    deck[(((digit8)) & ~3) * 1024 + (((digit8)) & 3)] = (int)deck[(((8)) & ~3) * 1024 + (((8)) & 3)];
    deck[(((8)) & ~3) * 1024 + (((8)) & 3)] = drawn;
    dealer0 = (int)deck[(((0)) & ~3) * 1024 + (((0)) & 3)];
    dealer1 = (int)deck[(((1)) & ~3) * 1024 + (((1)) & 3)];
    dealer2 = (int)deck[(((2)) & ~3) * 1024 + (((2)) & 3)];
    against_k = (((int)against_weights[(dealer0)] + (int)against_weights[(dealer1)]) + (int)against_weights[(dealer2)]);
    against = against_table[((int)against_rows[((against_k >> 13))]) * 4669 + ((against_k & 8191))];
    for (seat = 0; (int)seat < 2; ++seat) {
      own0 = (int)deck[((((3 + (seat * 3)))) & ~3) * 1024 + ((((3 + (seat * 3)))) & 3)];
      own1 = (int)deck[((((4 + (seat * 3)))) & ~3) * 1024 + ((((4 + (seat * 3)))) & 3)];
      own2 = (int)deck[((((5 + (seat * 3)))) & ~3) * 1024 + ((((5 + (seat * 3)))) & 3)];
      choice0_hand_0 = (int)choice0_hand_cells[(own0)];
      choice0_hand_1 = (int)choice0_hand_cells[(own1)];
      choice0_hand_2 = (int)choice0_hand_cells[(own2)];
      {
        int new0 = min(choice0_hand_0, choice0_hand_1);
        int new1 = max(choice0_hand_0, choice0_hand_1);
        choice0_hand_0 = new0;
        choice0_hand_1 = new1;
      }
      {
        int new0 = min(choice0_hand_0, choice0_hand_2);
        int new1 = max(choice0_hand_0, choice0_hand_2);
        choice0_hand_0 = new0;
        choice0_hand_2 = new1;
      }
      {
        int new0 = min(choice0_hand_1, choice0_hand_2);
        int new1 = max(choice0_hand_1, choice0_hand_2);
        choice0_hand_1 = new0;
        choice0_hand_2 = new1;
      }
      choice0_hand = (((int)choice0_hand_ways[((choice0_hand_0 + 0))] + (int)choice0_hand_ways[((choice0_hand_1 + 15))]) + (int)choice0_hand_ways[((choice0_hand_2 + 30))]);
      choice0 = (((int)choice0_packed[((choice0_hand / 8))] >> ((choice0_hand % 8) * 1)) & 1);
      path = (int)path_of[(choice0)];
      value0_k = (((int)against_weights[(own0)] + (int)against_weights[(own1)]) + (int)against_weights[(own2)]);
      value0 = against_table[((int)against_rows[((value0_k >> 13))]) * 4669 + ((value0_k & 8191))];
      row = (int)rows[((((((((((value0 >> 20) * 7) + (against >> 20)) * 3) + 1) + (value0 > against)) - (value0 < against)) * 2) + (against >= 2576)))];
      cell0 = (int)cells_of0[((unsigned long long)(((((path * 4) + row) * 7) + (value0 >> 20))))];
      atomicAdd(&counts[(((0 + cell0))) * 32 + lane], (unsigned)(1));
      cells[(seat) + (0)] = cell0;
      for (other = 0; (int)other < seat; ++other) {
        atomicAdd(&counts[((((17 + (cell0 * 17)) + cells[(other) + (0)]))) * 32 + lane], (unsigned)(1));
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; 32 && i < 306; i += blockDim.x) {
    unsigned long long sum = 0;
    for (int copy = 0; copy < 32; ++copy) sum += counts[i * 32 + copy];
    if (sum) atomicAdd(&totals[i], sum);
  }
}
