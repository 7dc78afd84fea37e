/** So many of a list, from all over it. */
export function takeEvenly(list, count) {
  return list.length <= count
    ? list
    : Array.from({ length: count }, (_, place) => list[Math.floor((place * list.length) / count)]);
}

/** Texts of so many words each, out of long requests one after the other. */
export function longRequests(requests, wordCount) {
  const words = requests.flatMap((request) => request.split(/\s+/));
  return Array.from({ length: Math.floor(words.length / wordCount) }, (_, part) =>
    words.slice(part * wordCount, (part + 1) * wordCount).join(" "),
  );
}

/** So many skills out of fewer: each variation has the description of one and lines of ten, so that bodies are as long as real ones. */
export function vary(skills, count) {
  return Array.from({ length: count }, (_, number) => {
    const skill = skills[number % skills.length];
    const others = Array.from({ length: 10 }, (_, step) => skills[(number * (step + 1) + step) % skills.length].body);
    return { ...skill, name: `${skill.name}-${number}`, body: others.join("\n") };
  });
}
