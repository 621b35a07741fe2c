// Where the points of a drawing stand: rings around one of them, by how far away they are. Pure.

const GAP = 130; // between two rings
const ROOM = 30; // along a ring, of one point

/** How many relations each key is away from `begin`, the nearest first; what is not reached is one
 * further than all others. */
export function distances(keys, edges, begin) {
  const near = new Map(keys.map((key) => [key, []]));
  for (const { source, target } of edges) {
    near.get(source)?.push(target);
    near.get(target)?.push(source);
  }
  const found = new Map([[begin, 0]]);
  for (const [key, away] of found) { // grows while it is walked through
    for (const to of near.get(key)) if (near.has(to) && !found.has(to)) found.set(to, away + 1);
  }
  const last = Math.max(...found.values()) + 1;
  for (const key of keys) if (!found.has(key)) found.set(key, last);
  return found;
}

/** The place of each key, by how many relations it is away (the nearest first): x, y, its angle (radians),
 * and whether its ring is so full that words go outwards from it. */
export function rings(away) {
  const byRing = Map.groupBy(away.keys(), (key) => away.get(key));
  const places = new Map();
  let radius = 0;
  for (const [ring, keys] of byRing) {
    if (ring > 0) radius = Math.max(radius + GAP, (keys.length * ROOM) / (2 * Math.PI));
    keys.forEach((key, n) => {
      const angle = (2 * Math.PI * (n + (ring % 2) / 2)) / keys.length - Math.PI / 2;
      places.set(key, {
        x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)), angle, full: keys.length > 8,
      });
    });
  }
  return { places, radius };
}
