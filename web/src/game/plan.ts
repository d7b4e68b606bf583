/** Conditional moves: the other side's foreseen action and one's own answer, in turn. */
export type PlanLine = string[];

const move = /^[a-l](?:10|[1-9])[a-l](?:10|[1-9])[a-z]?$/;
const late = /^=[a-z]$/;

/** An action as the server reads it, from what a hand may type ("E7-E5", "e7 e8 =q"), or null. */
export function readAction(text: string): string | null {
  const bare = text.trim().toLowerCase();
  if (late.test(bare)) return bare;
  const plain = bare.replace(/[\s\-x=]/g, '');
  return move.test(plain) ? plain : null;
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
