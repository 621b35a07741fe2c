// Where the points of a drawing stand: rings around one of them, by how far away they are; the lines
// between them, which keep clear of other points; and words that do not stand on others. Pure.

const GAP = 130; // between two rings
const ROOM = 30; // along a ring, of one point
const NAME = 125; // along a ring, of a point whose name stands below or above it
const CLEAR = 26; // between a line and a point that it does not lead to, or the middle of another line
const BENDS = [0, 60, -60, 120, -120, 180, -180, 240, -240, 300, -300];
const STEPS = Array.from({ length: 23 }, (_, n) => (n + 1) / 24);
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]; // where words can stand at a line

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
        x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)), angle, full: (2 * Math.PI * radius) / keys.length < NAME,
      });
    });
  }
  return { places, radius };
}

const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The point of a curve from `a` to `b`, bent towards `c`, some share of the way along it. */
export const along = ({ a, b, c }, share) => {
  const [p, q, r] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return { x: p * a.x + q * c.x + r * b.x, y: p * a.y + q * c.y + r * b.y };
};

/** The least bent curve from `a` to `b` that keeps clear of the points `others` and of the middles of
 * the `curves` there are; where none does, the one that comes least near. */
export function curve(a, b, others, curves) {
  const length = apart(a, b) || 1;
  const middles = curves.map((one) => along(one, 0.5));
  let best = { room: -1 };
  for (const bend of BENDS) {
    const c = {
      x: Math.round((a.x + b.x) / 2 + (bend * (a.y - b.y)) / length), y: Math.round((a.y + b.y) / 2 + (bend * (b.x - a.x)) / length),
    };
    const near = STEPS.flatMap((share) => others.map((one) => apart(along({ a, b, c }, share), one)));
    const room = Math.min(...near, ...middles.map((one) => apart(along({ a, b, c }, 0.5), one)));
    if (room > best.room) best = { a, b, c, room };
    if (room >= CLEAR) break;
  }
  return best;
}

/** Where along a curve words of this size stand on none of the `boxes`, to which they are added; undefined: nowhere. */
export function wordsAt(found, width, height, boxes) {
  for (const share of ALONG) {
    const at = along(found, share);
    const box = boxAt(at, width, height);
    if (boxes.some((one) => box.left < one.right && one.left < box.right && box.top < one.bottom && one.top < box.bottom)) continue;
    boxes.push(box);
    return at;
  }
  return undefined;
}

export const boxAt = ({ x, y }, width, height) =>
  ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });
