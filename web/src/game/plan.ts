/** Conditional moves: the other side's foreseen action and one's own answer, in turn. */
export type PlanLine = string[];

/** Most lines that the server takes. */
export const mostLines = 16;

const square = '[a-l](?:10|[1-9])';
const move = new RegExp(`^(${square})[ x-]?(${square})=?([a-z]?)`);
/** What the action brings to light: an identity, one captured face down, a king that appears (docs/notation.md). */
const light = new RegExp(`^(?:~[a-z])?(?:\\*[a-z?])?(?:@${square})?$`);

/** An action as the server reads it, from what a hand may type ("E7-E5", "e7 e8 =q", "b7b5~n"), or null. */
export function readAction(text: string): string | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/\s*([=~*@])\s*/g, '$1');
  const [whole, from, to, piece] = move.exec(typed) ?? [];
  if (whole === undefined) return null;
  const shown = typed.slice(whole.length);
  return light.test(shown) ? `${from}${to}${piece}${shown}` : null;
}

/** The first field of a line that cannot be read, or null if all can; a line is pairs of action and answer. */
export function faultIn(fields: string[]): number | null {
  const bad = fields.findIndex(field => readAction(field) === null);
  return bad < 0 ? null : bad;
}

export function lineOf(fields: string[]): PlanLine {
  return fields.map(field => readAction(field) ?? field);
}

/** The lines with another one; a line that another one begins with says nothing of its own. */
export function withLine(lines: PlanLine[], line: PlanLine): PlanLine[] {
  const begins = (short: PlanLine, long: PlanLine) => short.every((action, at) => action === long[at]);
  if (lines.some(known => known.length >= line.length && begins(line, known))) return lines;
  return [...lines.filter(known => !begins(known, line)), line];
}

/** Two answers to one foreseen action cannot both be played. */
export function contradicts(lines: PlanLine[], line: PlanLine): boolean {
  return lines.some(known => {
    const at = line.findIndex((action, n) => action !== known[n]);
    return at % 2 === 1 && at < known.length;
  });
}
