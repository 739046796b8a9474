// Seven cards by the method that OMPEval publishes, written from its idea: a key that is a sum over the cards finds
// the hand in one table, by a perfect hash with displaced rows; counters of suits in the same word find flushes.
#include <cstddef>
#include <cstdint>

struct Tables {
  const uint64_t* added;      // by card: the key in the low half, a counter for each suit above it
  const uint64_t* held;       // by card: its bit, 16 for each suit
  const uint32_t* displaced;  // by the row of a key
  const uint16_t* values;     // by displaced row and column
  const uint16_t* flushes;    // by the ranks of one suit
};

// Counters begin at three, so that the fifth card of a suit sets the highest of their four bits.
constexpr uint64_t kStart = 0x3333ULL << 32, kFlush = 0x8888ULL << 32;

template <int kSize, int kRowBits>
static void evaluate(const Tables& tables, const uint8_t* hands, size_t count, uint16_t* into) {
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* hand = hands + kSize * i;
    uint64_t sum = kStart;
    for (int c = 0; c < kSize; ++c) sum += tables.added[hand[c]];
    if (__builtin_expect((sum & kFlush) != 0, 0)) {
      uint64_t held = 0;
      for (int c = 0; c < kSize; ++c) held |= tables.held[hand[c]];
      const int suit = (__builtin_ctzll(sum & kFlush) - 32) / 4;
      into[i] = tables.flushes[held >> 16 * suit & 0x1fff];
    } else {
      const uint32_t key = static_cast<uint32_t>(sum);
      into[i] = tables.values[tables.displaced[key >> kRowBits] + (key & ((1u << kRowBits) - 1))];
    }
  }
}

extern "C" void evaluate_seven(const Tables* tables, const uint8_t* hands, size_t count, uint16_t* into) {
  evaluate<7, 10>(*tables, hands, count, into);
}
extern "C" void evaluate_five(const Tables* tables, const uint8_t* hands, size_t count, uint16_t* into) {
  evaluate<5, 10>(*tables, hands, count, into);
}
