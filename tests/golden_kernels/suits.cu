__device__ const unsigned char SIZES[] = {…};
__device__ const unsigned short BELOW[] = {…};
__device__ const unsigned AT_MOST[] = {…};
__device__ const unsigned short CHOOSE[] = {…};
__device__ __forceinline__ long long bound_without(long long x, long long card) {
  if ((x >= (long long)(4096))) {
    return 4096;
  }
  return ((x & card) ? (x ^ card) : (x & (~((card << 1) - (long long)(1)))));
}
__device__ __forceinline__ void count_other_suits(long long* free, long long* shared, long long wild, long long draws, long long* binomials, long long* products, int* out) {
  int k = 0;
  int suits = 0;
  unsigned long long lowest = 0;
  int rest = 0;
  long long taken = 0;
  long long ways = 0;
  long long degree = 0;
  int full = 0;
  long long need = 0;
  int possible = 0;
  int s = 0;
  int drawn = 0;
  for (k = 1; (int)k < 8; ++k) {
    for (int at = 0; at < 96; ++at) products[at] = 0;
    products[(0) * 6 + (0)] = 1;
    for (suits = 1; (int)suits < 16; ++suits) {
      lowest = 0;
      while (!((int)(((long long)(suits) >> lowest)) & 1)) {
        lowest = (lowest + (unsigned long long)(1));
      }
      rest = (suits & (suits - 1));
      for (taken = 0; (long long)taken < (min(min((((long long)(k) - shared[(lowest)]) - (long long)(1)), draws), free[(lowest)]) + (long long)(1)); ++taken) {
        ways = binomials[(free[(lowest)]) * 53 + (taken)];
        for (degree = 0; (long long)degree < ((draws - taken) + (long long)(1)); ++degree) {
          products[(suits) * 6 + ((degree + taken))] += (ways * products[(rest) * 6 + (degree)]);
        }
      }
    }
    for (full = 0; (int)full < 16; ++full) {
      need = 0;
      possible = 1;
      for (s = 0; (int)s < 4; ++s) {
        if (((full >> s) & 1)) {
          need = (need + ((long long)(k) - shared[(s)]));
          possible = (possible && (((long long)(0) <= ((long long)(k) - shared[(s)])) && (((long long)(k) - shared[(s)]) <= free[(s)])));
        }
      }
      for (drawn = 0; (int)drawn < 5; ++drawn) {
        degree = ((draws - (long long)(drawn)) - need);
        ways = ((((long long)(drawn) <= wild) && ((long long)(drawn) <= draws)) ? binomials[(wild) * 53 + (drawn)] : (long long)(0));
        out[(k) * 80 + (drawn) * 16 + (full)] = ((possible && (degree >= (long long)(0))) ? (ways * products[((15 ^ full)) * 6 + (degree)]) : (long long)(0));
      }
    }
  }
}
__device__ __forceinline__ long long pattern_number(long long first, long long second) {
  return (floor_divide((second * (second + (long long)(1))), (long long)(2)) + first);
}
__device__ __forceinline__ void coefficients_of_pattern(long long first, long long second, long long* available, long long* free, long long* shared, long long wild, long long draws, long long* binomials, long long* products, int* coefficients) {
  unsigned long long gone = 0;
  long long suit = 0;
  int possible = 0;
  int s = 0;
  long long number = 0;
  for (int at = 0; at < 4; ++at) shared[at] = 0;
  gone = 0;
  suit = first;
  if ((suit == (long long)(4))) {
    gone = (gone + (unsigned long long)(1));
  } else {
    shared[(suit)] += 1;
  }
  suit = second;
  if ((suit == (long long)(4))) {
    gone = (gone + (unsigned long long)(1));
  } else {
    shared[(suit)] += 1;
  }
  possible = ((long long)(gone) <= wild);
  for (s = 0; (int)s < 4; ++s) {
    free[(s)] = (available[(s)] - shared[(s)]);
    possible = (possible && (free[(s)] >= (long long)(0)));
  }
  if (possible) {
    number = pattern_number(first, second);
    count_other_suits(free, shared, (wild - (long long)(gone)), draws, binomials, products, coefficients + (number) * 640);
  }
}
__device__ __forceinline__ Numbers<5> survey_suit(long long mask, long long one, long long two, long long edge, long long under) {
  long long low = 0;
  long long x = 0;
  long long y = 0;
  unsigned long long forced = 0;
  low = (mask & ((long long)(((unsigned long long)(1) << edge)) - (long long)(1)));
  {
    long long new0 = under;
    long long new1 = (under + (long long)(1));
    int new2 = 0;
    x = new0;
    y = new1;
    forced = new2;
  }
  if (one) {
    if ((one >> edge)) {
      forced = (forced + (unsigned long long)(1));
    } else {
      {
        long long new0 = bound_without(x, one);
        long long new1 = bound_without(y, one);
        x = new0;
        y = new1;
      }
    }
  }
  if (two) {
    if ((two >> edge)) {
      forced = (forced + (unsigned long long)(1));
    } else {
      {
        long long new0 = bound_without(x, two);
        long long new1 = bound_without(y, two);
        x = new0;
        y = new1;
      }
    }
  }
  return {(long long)((int)SIZES[((mask ^ low))]), low, (long long)(forced), x, y};
}
__device__ __forceinline__ Numbers<2> count_sets(long long size, long long exact, long long high, long long low, long long x, long long y) {
  int less = 0;
  long long rest = 0;
  int ways = 0;
  if (((size < (long long)(0)) || (exact < (long long)(0)))) {
    return {(long long)(0), (long long)(0)};
  }
  less = (int)AT_MOST[(high) * 936 + ((int)SIZES[(low)]) * 72 + (size) * 9 + (min(exact, (long long)(8)))];
  rest = (size - exact);
  if (((rest < (long long)(0)) || (exact > high))) {
    return {(long long)(less), (long long)(less)};
  }
  ways = (int)CHOOSE[(high) * 9 + (exact)];
  return {(long long)((less + (ways * (int)BELOW[(rest) * 4097 + (x)]))), (long long)((less + (ways * (int)BELOW[(rest) * 4097 + (y)])))};
}
__device__ __forceinline__ long long combine_suits(int* c, long long pattern, long long k, long long drawn, long long cards, long long w0, long long w1, long long w2, long long w3) {
  long long n = 0;
  n = ((((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (1)]) * w0) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (2)]) * w1)) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (4)]) * w2));
  n = (n + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (8)]) * w3));
  if ((((long long)(2) * k) <= cards)) {
    n = (n + (w0 * ((((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (3)]) * w1) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (5)]) * w2)) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (9)]) * w3))));
    n = (n + ((w1 * (((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (6)]) * w2) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (10)]) * w3))) + (((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (12)]) * w2) * w3)));
  }
  if ((((long long)(3) * k) <= cards)) {
    n = (n + ((w0 * w1) * (((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (7)]) * w2) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (11)]) * w3))));
    n = (n + ((w2 * w3) * (((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (13)]) * w0) + ((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (14)]) * w1))));
  }
  if ((((long long)(4) * k) <= cards)) {
    n = (n + (((((long long)(c[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (15)]) * w0) * w1) * w2) * w3));
  }
  return n;
}
__device__ __forceinline__ long long crown_length(long long ranks) {
  unsigned long long crown = 0;
  crown = 0;
  while ((int)(((ranks >> ((long long)(11) - (long long)(crown))) & (long long)(1)))) {
    crown = (crown + (unsigned long long)(1));
  }
  return crown;
}
__device__ __forceinline__ Numbers<2> compare_equal_length(long long value, long long shared_wild, long long wild, long long draws, long long pattern, long long* pool, long long* first, long long* second, long long* held, int* coefficients, unsigned short* compress) {
  long long line = 0;
  int ranks = 0;
  long long crown = 0;
  long long edge = 0;
  int under = 0;
  long long high0 = 0;
  long long low0 = 0;
  long long forced0 = 0;
  long long x0 = 0;
  long long y0 = 0;
  long long high1 = 0;
  long long low1 = 0;
  long long forced1 = 0;
  long long x1 = 0;
  long long y1 = 0;
  long long high2 = 0;
  long long low2 = 0;
  long long forced2 = 0;
  long long x2 = 0;
  long long y2 = 0;
  long long high3 = 0;
  long long low3 = 0;
  long long forced3 = 0;
  long long x3 = 0;
  long long y3 = 0;
  long long lower = 0;
  long long upto = 0;
  long long drawn = 0;
  long long k = 0;
  long long fill = 0;
  long long a0 = 0;
  long long b0 = 0;
  long long a1 = 0;
  long long b1 = 0;
  long long a2 = 0;
  long long b2 = 0;
  long long a3 = 0;
  long long b3 = 0;
  long long cards = 0;
  {
    long long new0 = (value >> 20);
    int new1 = ((int)((value & (long long)(8191))) >> 1);
    line = new0;
    ranks = new1;
  }
  crown = crown_length((long long)(ranks));
  edge = ((long long)(12) - crown);
  under = (int)(((long long)(ranks) & ((long long)(((unsigned long long)(1) << edge)) - (long long)(1))));
  {
    auto found = survey_suit((pool[(0)] & (~(first[(0)] | second[(0)]))), first[(0)], second[(0)], edge, (long long)(under));
    high0 = found.v[0];
    low0 = found.v[1];
    forced0 = found.v[2];
    x0 = found.v[3];
    y0 = found.v[4];
  }
  {
    auto found = survey_suit((pool[(1)] & (~(first[(1)] | second[(1)]))), first[(1)], second[(1)], edge, (long long)(under));
    high1 = found.v[0];
    low1 = found.v[1];
    forced1 = found.v[2];
    x1 = found.v[3];
    y1 = found.v[4];
  }
  {
    auto found = survey_suit((pool[(2)] & (~(first[(2)] | second[(2)]))), first[(2)], second[(2)], edge, (long long)(under));
    high2 = found.v[0];
    low2 = found.v[1];
    forced2 = found.v[2];
    x2 = found.v[3];
    y2 = found.v[4];
  }
  {
    auto found = survey_suit((pool[(3)] & (~(first[(3)] | second[(3)]))), first[(3)], second[(3)], edge, (long long)(under));
    high3 = found.v[0];
    low3 = found.v[1];
    forced3 = found.v[2];
    x3 = found.v[3];
    y3 = found.v[4];
  }
  {
    int new0 = (int)compress[(low0) * 4097 + (x0)];
    int new1 = (int)compress[(low0) * 4097 + (y0)];
    int new2 = (int)compress[(low1) * 4097 + (x1)];
    int new3 = (int)compress[(low1) * 4097 + (y1)];
    x0 = new0;
    y0 = new1;
    x1 = new2;
    y1 = new3;
  }
  {
    int new0 = (int)compress[(low2) * 4097 + (x2)];
    int new1 = (int)compress[(low2) * 4097 + (y2)];
    int new2 = (int)compress[(low3) * 4097 + (x3)];
    int new3 = (int)compress[(low3) * 4097 + (y3)];
    x2 = new0;
    y2 = new1;
    x3 = new2;
    y3 = new3;
  }
  {
    int new0 = 0;
    int new1 = 0;
    lower = new0;
    upto = new1;
  }
  for (drawn = 0; (long long)drawn < (min(min(min(wild, draws), (crown - shared_wild)), ((line - shared_wild) - (long long)(1))) + (long long)(1)); ++drawn) {
    {
      long long new0 = ((line - shared_wild) - drawn);
      long long new1 = ((crown - shared_wild) - drawn);
      k = new0;
      fill = new1;
    }
    if ((k >= (long long)(8))) {
      continue;
    }
    {
      auto found = count_sets((k - held[(0)]), (fill - forced0), high0, low0, x0, y0);
      a0 = found.v[0];
      b0 = found.v[1];
    }
    {
      auto found = count_sets((k - held[(1)]), (fill - forced1), high1, low1, x1, y1);
      a1 = found.v[0];
      b1 = found.v[1];
    }
    {
      auto found = count_sets((k - held[(2)]), (fill - forced2), high2, low2, x2, y2);
      a2 = found.v[0];
      b2 = found.v[1];
    }
    {
      auto found = count_sets((k - held[(3)]), (fill - forced3), high3, low3, x3, y3);
      a3 = found.v[0];
      b3 = found.v[1];
    }
    cards = (((((draws - drawn) + held[(0)]) + held[(1)]) + held[(2)]) + held[(3)]);
    lower = (lower + combine_suits(coefficients, pattern, k, drawn, cards, a0, a1, a2, a3));
    upto = (upto + combine_suits(coefficients, pattern, k, drawn, cards, b0, b1, b2, b3));
  }
  return {lower, (upto - lower)};
}
__device__ __forceinline__ void count_shorter(int* coefficients, long long wild, long long total, long long* shorter) {
  int pattern = 0;
  int shared_wild = 0;
  int length = 0;
  unsigned long long drawn = 0;
  long long k = 0;
  for (pattern = 0; (int)pattern < 15; ++pattern) {
    shared_wild = ((pattern < 10) ? 0 : ((pattern < 14) ? 1 : 2));
    shorter[(pattern) * 9 + (8)] = total;
    for (length = 0; (int)length < 8; ++length) {
      shorter[(pattern) * 9 + (length)] = 0;
      for (drawn = 0; (unsigned long long)drawn < ((unsigned long long)(max((wild - (long long)(shared_wild)), (long long)(0))) + (unsigned long long)(1)); ++drawn) {
        k = ((long long)((length - shared_wild)) - (long long)(drawn));
        if ((((long long)(0) < k) && (k < (long long)(8)))) {
          shorter[(pattern) * 9 + (length)] += coefficients[(pattern) * 640 + (k) * 80 + (drawn) * 16 + (0)];
        }
      }
    }
  }
}
__device__ __forceinline__ void add_rows(long long* met, long long* lower, long long* equal, long long* shorter, long long* rows, long long* tally) {
  int line = 0;
  int pattern = 0;
  long long boards = 0;
  int length = 0;
  long long hands = 0;
  long long higher = 0;
  for (line = 1; (int)line < 8; ++line) {
    for (pattern = 0; (int)pattern < 15; ++pattern) {
      boards = met[(pattern) * 8 + (line)];
      if (!boards) {
        continue;
      }
      for (length = 1; (int)length < line; ++length) {
        hands = (shorter[(pattern) * 9 + ((length + 1))] - shorter[(pattern) * 9 + (length)]);
        if (hands) {
          tally[((int)rows[(line) * 42 + (length) * 3 + (2)])] += (boards * hands);
        }
      }
      tally[((int)rows[(line) * 42 + (line) * 3 + (2)])] += lower[(pattern) * 8 + (line)];
      tally[((int)rows[(line) * 42 + (line) * 3 + (1)])] += equal[(pattern) * 8 + (line)];
      higher = (boards * (shorter[(pattern) * 9 + ((line + 1))] - shorter[(pattern) * 9 + (line)]));
      tally[((int)rows[(line) * 42 + (line) * 3 + (0)])] += ((higher - lower[(pattern) * 8 + (line)]) - equal[(pattern) * 8 + (line)]);
      for (length = (line + 1); (int)length < 8; ++length) {
        hands = (shorter[(pattern) * 9 + ((length + 1))] - shorter[(pattern) * 9 + (length)]);
        if (hands) {
          tally[((int)rows[(line) * 42 + (length) * 3 + (0)])] += (boards * hands);
        }
      }
    }
  }
}
__device__ __forceinline__ long long best_value(long long* own, long long* first, long long* second, int* table, long long wild) {
  int value = 0;
  int s = 0;
  value = 0;
  for (s = 0; (int)s < 4; ++s) {
    value = max(value, table[(wild) * 8192 + ((((own[(s)] | first[(s)]) | second[(s)]) << 1))]);
  }
  return value;
}
__device__ __forceinline__ long long settle_class(long long* tally, long long* nets, long long* extras, long long group, long long weight, long long* values, long long* totals) {
  int best = 0;
  int choice = 0;
  long long value = 0;
  long long combinations = 0;
  int row = 0;
  best = 0;
  for (choice = 0; (int)choice < 2; ++choice) {
    value = 0;
    combinations = 0;
    for (row = 0; (int)row < 16; ++row) {
      value = (value + (tally[(row)] * (long long)((int)nets[(choice) * 16 + (row)])));
      combinations = (combinations + tally[(row)]);
    }
    values[(choice)] = (value + (long long)((int)((combinations * (long long)((int)extras[(choice) * 14 + (group)])))));
    if ((values[(choice)] >= values[(best)])) {
      best = choice;
    }
  }
  for (row = 0; (int)row < 16; ++row) {
    atomicAdd((unsigned long long*)&totals[(best) * 224 + (group) * 16 + (row)], (unsigned long long)((weight * tally[(row)])));
  }
  return best;
}

extern "C" __global__ void __launch_bounds__(128) solve_classes(
    long long classes, long long* values, unsigned char* best, long long* totals, long long* deck, int* table, long long* binomials, long long* rows, long long* nets, long long* extras, long long* masks, long long* wilds, unsigned short* compress, long long* weights, long long* groups, unsigned char* positions) {
  __shared__ int coefficients[9600];
  __shared__ long long shorter[15 * (8 + 1)], met[120], lower[120];
  __shared__ long long equal[120], tally[16], pool[4], available[4];
  __shared__ int suits[64], bits[64], cards;
  for (long long i = blockIdx.x; i < classes; i += gridDim.x) {
    long long wild = 4 - wilds[i];
    if (threadIdx.x == 0) {
      cards = 0;
      for (int s = 0; s < 4; ++s) {
        pool[s] = deck[s] & ~masks[i * 4 + s];
        available[s] = 0;
        for (int rank = 0; rank < 12; ++rank)
          if (pool[s] >> rank & 1) suits[cards] = s, bits[cards++] = 1 << rank, ++available[s];
      }
      suits[cards] = 4, bits[cards] = 0;
    }
    for (int at = threadIdx.x; at < 9600; at += blockDim.x) coefficients[at] = 0;
    for (int at = threadIdx.x; at < 120; at += blockDim.x) met[at] = 0, lower[at] = 0, equal[at] = 0;
    for (int at = threadIdx.x; at < 16; at += blockDim.x) tally[at] = 0;
    __syncthreads();
    for (int pattern = threadIdx.x; pattern < 15; pattern += blockDim.x) {
      int t = 0;
      while ((t + 1) * (t + 2) / 2 <= pattern) ++t;
      long long free[4], shared[4], products[96];
      coefficients_of_pattern(
          pattern - t * (t + 1) / 2, t, available, free, shared, wild, 5, binomials, products, coefficients);
    }
    __syncthreads();
    if (threadIdx.x == 0)
      count_shorter(coefficients, wild, binomials[(cards + wild - 2) * 53 + 5], shorter);
    __syncthreads();
    int pairs = cards * (cards + 1) / 2;
    for (int pair = threadIdx.x; pair <= pairs; pair += blockDim.x) {
      int x = pair < pairs ? positions[2 * pair] : cards, y = pair < pairs ? positions[2 * pair + 1] : cards;
      int s = suits[x], t = suits[y], gone = (s == 4) + (t == 4);
      long long ways = gone == 0 ? 1 : gone == 1 ? wild : wild * (wild - 1) / 2;
      if (!ways) continue;
      long long first[4], second[4], held[4];
#pragma unroll
      for (int suit = 0; suit < 4; ++suit) {
        first[suit] = suit == s ? bits[x] : 0;
        second[suit] = suit == t ? bits[y] : 0;
        held[suit] = (suit == s) + (suit == t);
      }
      long long value = best_value(masks + i * 4, first, second, table, wilds[i] + gone);
      int line = value >> 20, pattern = t * (t + 1) / 2 + s, cell = pattern * 8 + line;
      atomicAdd((unsigned long long*)&met[cell], (unsigned long long)ways);
      if (shorter[pattern * (8 + 1) + line + 1] > shorter[pattern * (8 + 1) + line]) {
        auto found = compare_equal_length(
            value, gone, wild - gone, 5, pattern, pool, first, second, held, coefficients, compress);
        atomicAdd((unsigned long long*)&lower[cell], (unsigned long long)(ways * found.v[0]));
        atomicAdd((unsigned long long*)&equal[cell], (unsigned long long)(ways * found.v[1]));
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      add_rows(met, lower, equal, shorter, rows, tally);
      best[i] = settle_class(tally, nets, extras, groups[i], weights[i], values + i * 2, totals);
    }
    __syncthreads();
  }
}
