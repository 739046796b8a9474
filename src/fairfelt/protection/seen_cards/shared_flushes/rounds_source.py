"""The kernel of `rounds` in C; `rounds_cuda` defines its sizes before it.

A block of threads takes a class of the player's hands at a time, a thread a stretch of the dealer's. All threads look
at the same shared cards at the same time; a card that a dealer's hand holds beats every flush, so that it counts for
nothing.
"""

from __future__ import annotations

from typing import Final

KERNEL: Final = """
struct Codes {
  const unsigned short* __restrict__ of;
  __device__ __forceinline__ int at(int wild, int mask) const { return of[wild * 4096 + mask]; }
  __device__ __forceinline__ int best(int wild, const int* masks) const {
    int found = 0;
#pragma unroll
    for (int suit = 0; suit < SUITS; ++suit) found = max(found, at(wild, masks[suit]));
    return found;
  }
};

__device__ __forceinline__ unsigned long long word_of(const unsigned long long* words, int mine, int theirs) {
  int place = mine == theirs ? TIE + (mine >> LENGTH_BITS) : (mine >> LENGTH_BITS) * LENGTHS + (theirs >> LENGTH_BITS);
  return mine >= theirs ? words[place & 127] : 0;
}

extern "C" __global__ void __launch_bounds__(THREADS) count_rounds(
    long long classes, const long long* owns, const long long* own_wilds, const long long* groups,
    const unsigned short* all_codes, const unsigned long long* all_words, const long long* all_settled,
    const long long* binomials, long long* into, unsigned* pairs) {
  __shared__ unsigned short with_one[MOST * THREADS], both[MOST * RANKS];
  __shared__ int one[MOST], beside_wild[MOST], bits[MOST], suits[MOST], starts[SUITS + 1], two_wild;
  __shared__ unsigned long long words[128], totals[NUMBERS + CHOICES];
  __shared__ long long settled[KINDS * CHOICES * NUMBERS];
#if BY_PAIRS
  __shared__ unsigned found[MOST_PAIRS * KINDS];
#endif
  const Codes codes{all_codes};
  unsigned short* theirs = with_one + threadIdx.x;
  for (long long hand = blockIdx.x; hand < classes; hand += gridDim.x) {
    int own[SUITS], own_wild = own_wilds[hand], wild = DECK_WILD - own_wild;
    for (int suit = 0; suit < SUITS; ++suit) own[suit] = owns[hand * SUITS + suit];
    __syncthreads();
    if (threadIdx.x == 0) {
      int cards = 0;
      for (int suit = 0; suit < SUITS; ++suit) {
        starts[suit] = cards;
        for (int rank = 0; rank < RANKS; ++rank)
          if ((deck_masks[suit] & ~own[suit]) >> rank & 1) suits[cards] = suit, bits[cards++] = 1 << rank;
      }
      starts[SUITS] = cards;
      two_wild = wild > 1 ? codes.best(own_wild + 2, own) : 0;
    }
    for (int at = threadIdx.x; at < 128; at += blockDim.x) words[at] = at < TIE + LENGTHS ? all_words[at] : 0;
    for (int at = threadIdx.x; at < NUMBERS + CHOICES; at += blockDim.x) totals[at] = 0;
    for (int at = threadIdx.x; at < KINDS * CHOICES * NUMBERS; at += blockDim.x)
      settled[at] = all_settled[groups[hand] * KINDS * CHOICES * NUMBERS + at];
#if BY_PAIRS
    for (int at = threadIdx.x; at < MOST_PAIRS * KINDS; at += blockDim.x) found[at] = 0;
#endif
    __syncthreads();
    int cards = starts[SUITS], alone = codes.best(own_wild, own);
    for (int i = threadIdx.x; i < cards; i += blockDim.x) {
      int mask = own[suits[i]] | bits[i];
      one[i] = max(alone, codes.at(own_wild, mask));
      beside_wild[i] = wild ? max(codes.best(own_wild + 1, own), codes.at(own_wild + 1, mask)) : 0;
      for (int j = starts[suits[i]]; j < i; ++j)
        both[i * RANKS + j - starts[suits[i]]] = max(alone, codes.at(own_wild, mask | bits[j]));
    }
    __syncthreads();
    long long best_sums[NUMBERS] = {0}, chosen[CHOICES] = {0};
    for (int drawn = 0; drawn <= min(wild, DRAWS); ++drawn) {
      int size = DRAWS - drawn, left = wild - drawn;
      if (size > cards) continue;
      long long weight = binomials[wild * BINOMIALS + drawn], sets = binomials[cards * BINOMIALS + size];
      long long from = sets * threadIdx.x / blockDim.x, until = sets * (threadIdx.x + 1) / blockDim.x;
      int places[DRAWS + 1];
      long long rest = from;
      for (int at = size; at > 0; --at) {
        int card = at - 1;
        while (card + 1 < cards && binomials[(card + 1) * BINOMIALS + at] <= rest) ++card;
        rest -= binomials[card * BINOMIALS + at];
        places[at - 1] = card;
      }
      for (long long set = from; set < until; ++set) {
        int masks[SUITS] = {0};
        for (int at = 0; at < size; ++at) {
#pragma unroll
          for (int suit = 0; suit < SUITS; ++suit)
            if (suits[places[at]] == suit) masks[suit] |= bits[places[at]];
        }
        unsigned long long word = 0;
        int base = codes.best(drawn, masks);
#pragma unroll
        for (int suit = 0; suit < SUITS; ++suit)
          for (int i = starts[suit]; i < starts[suit + 1]; ++i)
            theirs[i * THREADS] = masks[suit] & bits[i] ? HELD : max(base, codes.at(drawn, masks[suit] | bits[i]));
#pragma unroll
        for (int suit = 0; suit < SUITS; ++suit)
          for (int i = starts[suit]; i < starts[suit + 1]; ++i) {
            int mine = one[i], dealers = theirs[i * THREADS], mask = masks[suit] | bits[i];
            for (int j = starts[suit]; j < i; ++j) {
              int higher = max(max(dealers, (int)theirs[j * THREADS]), codes.at(drawn, mask | bits[j]));
              word += word_of(words, both[i * RANKS + j - starts[suit]], higher);
            }
            for (int j = 0; j < starts[suit]; ++j)
              word += word_of(words, max(mine, one[j]), max(dealers, (int)theirs[j * THREADS]));
          }
        if (left > 0) {
          base = codes.best(drawn + 1, masks);
#pragma unroll
          for (int suit = 0; suit < SUITS; ++suit)
            for (int i = starts[suit]; i < starts[suit + 1]; ++i) {
              int dealers = max(base, codes.at(drawn + 1, masks[suit] | bits[i]));
              if (masks[suit] & bits[i]) dealers = HELD;
              word += left * word_of(words, beside_wild[i], dealers);
            }
        }
        if (left > 1) word += left * (left - 1) / 2 * word_of(words, two_wild, codes.best(drawn + 2, masks));
        int counts[KINDS];
        counts[KINDS - 1] = BOARDS;
#pragma unroll
        for (int kind = 0; kind < KINDS - 1; ++kind) {
          counts[kind] = word >> FIELD * kind & (1 << FIELD) - 1;
          counts[KINDS - 1] -= counts[kind];
        }
#if BY_PAIRS
        for (int kind = 0; kind < KINDS; ++kind) {
          unsigned many = weight * counts[kind];
          if (!many) continue;
          for (int j = 0; j < size; ++j) {
            for (int i = 0; i < j; ++i)
              atomicAdd(&found[(places[j] * (places[j] - 1) / 2 + places[i]) * KINDS + kind], many);
            if (drawn) atomicAdd(&found[(cards * (cards - 1) / 2 + places[j]) * KINDS + kind], drawn * many);
          }
          if (drawn > 1) atomicAdd(&found[cards * (cards + 1) / 2 * KINDS + kind], drawn * (drawn - 1) / 2 * many);
        }
#else
        int best = 0;
        long long most = 0;
        for (int choice = 0; choice < CHOICES; ++choice) {
          long long worth = 0;
          for (int kind = 0; kind < KINDS; ++kind) worth += counts[kind] * settled[(kind * CHOICES + choice) * NUMBERS];
          if (choice == 0 || worth >= most) best = choice, most = worth;
        }
        for (int number = 0; number < NUMBERS; ++number)
          for (int kind = 0; kind < KINDS; ++kind)
            best_sums[number] += weight * counts[kind] * settled[(kind * CHOICES + best) * NUMBERS + number];
        for (int choice = 0; choice < CHOICES; ++choice) chosen[choice] += choice == best ? weight * BOARDS : 0;
#endif
        int at = 0;
        while (at + 1 < size && places[at] + 1 == places[at + 1]) places[at] = at, ++at;
        ++places[at];
      }
    }
#if BY_PAIRS
    __syncthreads();
    for (int at = threadIdx.x; at < MOST_PAIRS * KINDS; at += blockDim.x)
      pairs[hand * MOST_PAIRS * KINDS + at] = found[at];
#else
    for (int number = 0; number < NUMBERS; ++number)
      atomicAdd(&totals[number], (unsigned long long)best_sums[number]);
    for (int choice = 0; choice < CHOICES; ++choice)
      atomicAdd(&totals[NUMBERS + choice], (unsigned long long)chosen[choice]);
    __syncthreads();
    for (int at = threadIdx.x; at < NUMBERS + CHOICES; at += blockDim.x)
      into[hand * (NUMBERS + CHOICES) + at] = totals[at];
#endif
  }
}
"""
