"""What is remembered of a stream whose values do not all fit in memory."""
import hashlib
import heapq
import math
import random
import zlib

LONGEST_KEY = 200
SHOWN_OF_LONG_KEY = 80


class Reservoir:
    """A uniform sample of at most `capacity` values: the whole stream while it fits. The seed is fixed, so runs agree."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.seen = 0
        self.items = []
        self._random = random.Random(20260101)
        self._weight = 1.0
        self._next = None

    def extend(self, values):
        room = self.capacity - len(self.items)
        base = self.seen
        self.seen += len(values)
        if room > 0:
            self.items.extend(values[:room])
        if len(self.items) < self.capacity or self.seen == self.capacity:
            return
        if self._next is None:  # the index in the stream of the next value to take (Li's algorithm L)
            self._next = self.capacity - 1
            self._skip()
        while self._next < self.seen:
            self.items[self._random.randrange(self.capacity)] = values[self._next - base]
            self._skip()

    def _skip(self):
        draw = self._random.random
        self._weight *= math.exp(math.log(1.0 - draw()) / self.capacity)
        self._next += int(math.log(1.0 - draw()) / math.log1p(-self._weight)) + 1

    @property
    def complete(self):
        return self.seen == len(self.items)


class DistinctEstimate:
    """The number of distinct texts from the smallest of their hashes; within about 3 %."""

    KEPT = 2048
    SPACE = 1 << 61

    def __init__(self):
        self._heap = []  # negated, so that the largest kept hash is on top
        self._kept = set()

    def add(self, texts):
        heap, kept, size = self._heap, self._kept, self.KEPT
        crc, mask = zlib.crc32, self.SPACE - 1
        for text in texts:
            value = hash((crc(text.encode("utf-8", "surrogatepass")),)) & mask  # the hash of a tuple of numbers is the same in every run
            if len(heap) < size:
                if value not in kept:
                    kept.add(value)
                    heapq.heappush(heap, -value)
            elif value < -heap[0] and value not in kept:
                kept.add(value)
                kept.discard(-heapq.heappushpop(heap, -value))

    def count(self):
        if len(self._heap) < self.KEPT:
            return len(self._heap)
        return round((self.KEPT - 1) * self.SPACE / -self._heap[0])


class ValueCounts:
    """How often each text occurs. Past twice its capacity the rare ones are dropped and its figures become estimates."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.counts = {}
        self._estimate = None

    def add(self, counts):
        mine = self.counts
        for text, number in counts.items():
            key = text if len(text) <= LONGEST_KEY else shorten_key(text)
            mine[key] = mine.get(key, 0) + number
        if self._estimate is not None:
            self._estimate.add(counts)
        if len(mine) > 2 * self.capacity:
            self._drop_rare()

    def _drop_rare(self):
        if self._estimate is None:
            self._estimate = DistinctEstimate()
            self._estimate.add(self.counts)
        rare = 1
        while len(self.counts) > self.capacity:
            self.counts = {key: number for key, number in self.counts.items() if number > rare}
            rare += 1

    @property
    def complete(self):
        return self._estimate is None

    def distinct(self):
        return len(self.counts) if self._estimate is None else max(self._estimate.count(), len(self.counts))

    def top(self, number):
        """The most frequent values, of equals the alphabetically first, as they should be shown."""
        best = heapq.nsmallest(number, self.counts.items(), key=lambda item: (-item[1], item[0]))
        return [(key.partition("\0")[0], count) for key, count in best]


def shorten_key(text):
    """A short key that still differs for long texts that begin alike."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return text[:SHOWN_OF_LONG_KEY] + "…\0" + digest


class Moments:
    """Count, mean and standard deviation, merged chunk by chunk so that large values lose no precision."""

    def __init__(self):
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, values):
        count = len(values)
        mean = math.fsum(values) / count
        squares = math.fsum([(value - mean) ** 2 for value in values])
        total = self.count + count
        delta = mean - self.mean
        self._squares += squares + delta * delta * (self.count / total) * count
        self.mean += delta * count / total
        self.count = total

    def standard_deviation(self):
        """Of a sample (n - 1); None for fewer than two values."""
        return math.sqrt(max(0.0, self._squares) / (self.count - 1)) if self.count > 1 else None


class Extremes:
    """The few smallest and largest numbers, each with the row it stands in."""

    KEPT = 5

    def __init__(self):
        self.low = []
        self.high = []

    def add(self, values, row_of):
        """`row_of` finds the row of a position; it is asked only for values that are kept."""
        if len(self.low) < self.KEPT or min(values) < self.low[-1][0]:
            places = heapq.nsmallest(self.KEPT, range(len(values)), key=values.__getitem__)
            new = [(values[place], row_of(place)) for place in places]
            self.low = heapq.nsmallest(self.KEPT, self.low + new)
        if len(self.high) < self.KEPT or max(values) > self.high[-1][0]:
            places = heapq.nlargest(self.KEPT, range(len(values)), key=values.__getitem__)
            new = [(values[place], row_of(place)) for place in places]
            self.high = heapq.nlargest(self.KEPT, self.high + new, key=lambda item: (item[0], -item[1]))
