import type { Side } from '../wire';
import { back, type Drawn } from './placement';

const files = import.meta.glob<string>('../pieces/{white,black}/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A disc with the first letter, for kinds nobody has drawn yet. */
function lettered(side: Side, kind: string): string {
  const [fill, ink] = side === 'white' ? ['#fdfbf4', '#222'] : ['#2b2b2b', '#f4f0e4'];
  const letter = kind === back ? '' : (kind[0] ?? '').toUpperCase();
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">` +
    `<circle cx="22.5" cy="22.5" r="16" fill="${fill}" stroke="#222" stroke-width="1.5"/>` +
    `<text x="22.5" y="30" font-family="serif" font-size="22" text-anchor="middle" fill="${ink}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Address of the picture of a piece kind. */
export function picture(side: Side, kind: string): string {
  return files[`../pieces/${side}/${kind}.svg`] ?? lettered(side, kind);
}

/** Pictures of a piece from front to back, as CSS background layers. */
export function layers(side: Side, kind: string, faceDown: boolean): string {
  if (!faceDown) return `url("${picture(side, kind)}")`;
  if (kind === back) return `url("${picture(side, back)}")`;
  return `url("${picture(side, kind)}"), url("${picture(side, back)}")`;
}

export type Look = 'up' | 'down' | 'truth';

export function lookOf(piece: Drawn): Look {
  if (!piece.face_down) return 'up';
  return piece.truth ? 'truth' : 'down';
}

/** Class on a piece of the board; its look is part of it, so a reveal is a different piece to the board. */
export function roleOf(piece: Drawn): string {
  return `${lookOf(piece)}-${piece.kind}`;
}

const sheet = new CSSStyleSheet();
const drawn = new Set<string>();

/** Makes sure that the board's style sheet knows how these pieces look. */
export function draw(pieces: Drawn[]): void {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  for (const piece of pieces) {
    const role = roleOf(piece);
    if (!/^[a-z][a-z0-9-]*$/.test(role)) continue;
    const selector = `piece.${piece.side}.${role}`;
    if (drawn.has(selector)) continue;
    drawn.add(selector);
    const image = layers(piece.side, piece.kind, piece.face_down);
    const dressed = piece.face_down && piece.kind !== back;
    const fit = dressed ? 'background-size:60% 60%,100% 100%;background-position:50% 50%;' : '';
    sheet.insertRule(`${selector}{background-image:${image};${fit}}`);
  }
}
