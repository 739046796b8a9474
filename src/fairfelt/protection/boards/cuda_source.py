"""The kernel in C for the dealer's cards seen; `cuda.py` defines its sizes and streets before it."""

from __future__ import annotations

from typing import Final

KERNEL: Final = """
__device__ __forceinline__ int value_of(unsigned key, unsigned long long cards, const Tables& t) {
  if (t.suited[key & 511]) {
    int best = 0;
    for (int suit = 0; suit < 4; ++suit) {
      int found = t.flushes[cards >> 13 * suit & 8191];
      best = found > best ? found : best;
    }
    return best;
  }
  return t.values[(key >> 9 & 2047) + t.rows[key >> 20 & 4095]];
}

__device__ __forceinline__ int cell_of(int mine, int theirs) {
  int band = BANDS - 1;
  while (theirs < floors[band]) --band;
  return 3 * band + (mine == theirs ? 1 : mine > theirs ? 2 : 0);
}

__device__ int decide(long long* columns, const int* street, int states, int width) {
  int first = 0;
  for (int state = 0; state < states; ++state) {
    int own = street[state * width], best = street[state * width + 1];
    if (own < 0) break;
    for (int choice = 2; choice < width; ++choice) {
      int target = street[state * width + choice];
      if (target >= 0 && columns[target * NUMBERS] >= columns[best * NUMBERS]) {
        best = target;
        if (state == 0) first = choice - 1;
      }
    }
    for (int n = 0; n < NUMBERS; ++n) columns[own * NUMBERS + n] = columns[best * NUMBERS + n];
  }
  return first;
}

#if KNOWN
// All cards are known: the board is of a kind, which is counted.
__device__ __forceinline__ void settle(const Seen& s, unsigned key, unsigned long long cards, const Tables& t,
                                       unsigned short* counts, long long* sums) {
  int mine = value_of(key + s.own_key, cards | s.own, t), theirs = value_of(key + s.their_key, cards | s.theirs, t);
  counts[t.kind_of[(mine >> LINE_BITS) * CELLS + cell_of(mine, theirs)] * THREADS] += 1;
}

__device__ __forceinline__ void gather(const Tables& t, unsigned short* counts, long long* sums) {
  for (int kind = 0; kind < KINDS; ++kind) {
    long long many = counts[kind * THREADS];
    counts[kind * THREADS] = 0;
    if (many)
      for (int at = 0; at < LAST * NUMBERS; ++at) sums[at] += many * t.settled[kind * LAST * NUMBERS + at];
  }
}
#else
// One of the dealer's cards is not known: every card that it can be, then the decisions with the whole board in sight.
__device__ __forceinline__ void settle(const Seen& s, unsigned key, unsigned long long cards, const Tables& t,
                                       unsigned short* counts, long long* sums) {
  int mine = value_of(key + s.own_key, cards | s.own, t), many[CELLS];
  for (int cell = 0; cell < CELLS; ++cell) many[cell] = 0;
  for (int x = 0; x < LEFT; ++x) {
    unsigned long long bit = s.bits[x];
    if (cards & bit) continue;
    int cell = cell_of(mine, value_of(key + s.their_key + s.keys[x], cards | s.theirs | bit, t));
    for (int c = 0; c < CELLS; ++c) many[c] += c == cell;
  }
  long long columns[COLUMNS * NUMBERS];
  for (int at = 0; at < PATHS * NUMBERS; ++at) columns[at] = 0;
  for (int cell = 0; cell < CELLS; ++cell)
    if (many[cell]) {
      const long long* pays = t.settled + ((mine >> LINE_BITS) * CELLS + cell) * PATHS * NUMBERS;
      for (int at = 0; at < PATHS * NUMBERS; ++at) columns[at] += many[cell] * pays[at];
    }
  for (int at = 0; at < LATE; ++at) decide(columns, late + at * LATE_STATES * LATE_WIDTH, LATE_STATES, LATE_WIDTH);
  for (int k = 0; k < LAST; ++k)
    for (int n = 0; n < NUMBERS; ++n) sums[k * NUMBERS + n] += columns[need_last[k] * NUMBERS + n];
}

__device__ __forceinline__ void gather(const Tables& t, unsigned short* counts, long long* sums) {}
#endif

__device__ __forceinline__ void put(long long* columns, const int* need, const long long* sums, int many) {
  for (int k = 0; k < many; ++k)
    for (int n = 0; n < NUMBERS; ++n) columns[need[k] * NUMBERS + n] = sums[k * NUMBERS + n];
}

// The hand that a block looks at.
__device__ void show(Seen& s, const unsigned char* hand, const unsigned* card_keys) {
  unsigned long long held = 0;
  for (int at = 0; at < HAND; ++at) held |= 1ULL << hand[at];
  s.own = 1ULL << hand[0] | 1ULL << hand[1];
  s.own_key = card_keys[hand[0]] + card_keys[hand[1]];
  s.theirs = held & ~s.own;
  s.their_key = 0;
  for (int at = 2; at < HAND; ++at) s.their_key += card_keys[hand[at]];
  int found = 0;
  for (int card = 0; card < DECK; ++card)
    if (!(held >> card & 1)) s.keys[found] = card_keys[card], s.bits[found++] = 1ULL << card;
}

// The columns of a flop: all turns and rivers behind it, with the decision between them where there is one.
__device__ __forceinline__ void deal(const Seen& s, const unsigned char* places, const Tables& t,
                                     unsigned short* counts, long long* columns) {
  unsigned key = s.keys[places[0]] + s.keys[places[1]] + s.keys[places[2]];
  unsigned long long cards = s.bits[places[0]] | s.bits[places[1]] | s.bits[places[2]];
  long long sums[LAST * NUMBERS];
  for (int at = 0; at < LAST * NUMBERS; ++at) sums[at] = 0;
#if TURNS
  long long at_flop[AT_FLOP * NUMBERS];
  for (int at = 0; at < AT_FLOP * NUMBERS; ++at) at_flop[at] = 0;
  for (int y = 0; y < LEFT; ++y) {
    if (cards & s.bits[y]) continue;
    for (int x = 0; x < LEFT; ++x)
      if (x != y && !(cards & s.bits[x]))
        settle(s, key + s.keys[x] + s.keys[y], cards | s.bits[x] | s.bits[y], t, counts, sums);
    gather(t, counts, sums);
    put(columns, need_last, sums, LAST);
    for (int at = 0; at < LAST * NUMBERS; ++at) sums[at] = 0;
    decide(columns, street_turn, TURN_STATES, TURN_WIDTH);
    for (int k = 0; k < AT_FLOP; ++k)
      for (int n = 0; n < NUMBERS; ++n) at_flop[k * NUMBERS + n] += columns[need_flop[k] * NUMBERS + n];
  }
  put(columns, need_flop, at_flop, AT_FLOP);
#else
  for (int y = 1; y < LEFT; ++y) {
    if (cards & s.bits[y]) continue;
    for (int x = 0; x < y; ++x)
      if (!(cards & s.bits[x]))
        settle(s, key + s.keys[x] + s.keys[y], cards | s.bits[x] | s.bits[y], t, counts, sums);
  }
  gather(t, counts, sums);
  put(columns, need_last, sums, LAST);
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS) seen_boards(
    long long classes, const unsigned char* __restrict__ hands, const unsigned* __restrict__ card_keys,
    const unsigned short* __restrict__ rows, const int* __restrict__ values, const unsigned char* __restrict__ suited,
    const int* __restrict__ flushes, const unsigned char* __restrict__ flops, const int* __restrict__ kind_of,
    const long long* __restrict__ settled, unsigned long long* into, unsigned long long* chosen) {
  __shared__ Seen s;
  __shared__ unsigned short all_counts[KINDS * THREADS];
  Tables t = {rows, values, suited, flushes, kind_of, settled};
  unsigned short* counts = all_counts + threadIdx.x;
  for (int kind = 0; kind < KINDS; ++kind) counts[kind * THREADS] = 0;
  for (long long here = blockIdx.x; here < classes; here += gridDim.x) {
    if (threadIdx.x == 0) show(s, hands + here * HAND, card_keys);
    __syncthreads();
    for (int flop = threadIdx.x; flop < FLOPS; flop += blockDim.x) {
      long long columns[COLUMNS * NUMBERS];
      const unsigned char* places = flops + 3 * flop;
      deal(s, places, t, counts, columns);
      int first = decide(columns, street_flop, FLOP_STATES, FLOP_WIDTH);
      atomicAdd(&chosen[here * (FLOP_WIDTH - 1) + first], 1ULL);
      for (int part = 0; part < PARTS; ++part) {
        int number = 0;
        for (int at = 0; at < SMALL; ++at) number += binomials[places[parts[part * SMALL + at]] * 4 + at + 1];
        unsigned long long* sums = into + (here * SMALLER + number) * FIRST * NUMBERS;
        for (int k = 0; k < FIRST; ++k)
          for (int n = 0; n < NUMBERS; ++n)
            atomicAdd(&sums[k * NUMBERS + n], (unsigned long long)columns[need_first[k] * NUMBERS + n]);
      }
    }
    __syncthreads();
  }
}
"""
