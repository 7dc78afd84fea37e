/**
 * How well an answer meets a request, each figure from 0 to 1: nDCG@10, recall@10, hit@1.
 *
 * @param {string[]} ranked ids, best first
 * @param {string[]} relevant those of the skills that should be found
 */
export function judge(ranked, relevant) {
  const wanted = new Set(relevant);
  const places = [...wanted].map((id) => ranked.slice(0, 10).indexOf(id)).filter((place) => place >= 0);
  const gain = (place) => 1 / Math.log2(place + 2);
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, place) => gain(place));
  return {
    "nDCG@10": sum(places.map(gain)) / sum(ideal),
    "recall@10": places.length / wanted.size,
    "hit@1": places.includes(0) ? 1 : 0,
  };
}

/** The mean of each figure. */
export function average(judgements) {
  const figures = Object.keys(judgements[0]);
  return Object.fromEntries(
    figures.map((figure) => [figure, sum(judgements.map((judgement) => judgement[figure])) / judgements.length]),
  );
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
