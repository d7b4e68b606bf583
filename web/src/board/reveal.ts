import type { Reveal } from '../wire';
import { layers } from './art';
import { back, type Drawn } from './placement';

export const slide = 200;
const turn = 520;

export const motionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const turnsUp = (reveal: Reveal): boolean => reveal.how === 'turned_up';

/** How a piece looked before it was turned up: its dress stands in the position before. */
function formerLook(before: Drawn[], after: Drawn[], reveal: Reveal): Drawn {
  const staysDown = (piece: Drawn) => after.some(p => p.square === piece.square && p.face_down);
  const former = before.find(piece => piece.side === reveal.side && piece.face_down && !staysDown(piece));
  return { square: reveal.square, side: reveal.side, kind: former?.kind ?? back, face_down: true };
}

/** The position with the pieces about to be turned up still face down, so they arrive before they turn. */
export function beforeTurning(before: Drawn[], after: Drawn[], reveals: Reveal[]): Drawn[] {
  const turning = reveals.filter(turnsUp).filter(reveal => after.some(p => p.square === reveal.square));
  const looks = new Map(turning.map(reveal => [reveal.square, formerLook(before, after, reveal)]));
  return after.map(piece => looks.get(piece.square) ?? piece);
}

/** Turns a piece over like a card: narrow to an edge with the old look, then wide with the new one. */
export function turnOver(element: HTMLElement, from: Drawn, to: Drawn): void {
  const look = (piece: Drawn, width: string) => ({
    backgroundImage: layers(piece.side, piece.kind, piece.face_down),
    backgroundSize:
      piece.face_down && piece.kind !== back ? `calc(0.6 * ${width}) 60%, ${width} 100%` : `${width} 100%`,
    backgroundPosition: '50% 50%',
  });
  element.animate(
    [
      { ...look(from, '100%'), offset: 0 },
      { ...look(from, '1%'), offset: 0.45 },
      { ...look(to, '1%'), offset: 0.46 },
      { ...look(to, '112%'), offset: 0.85 },
      { ...look(to, '100%'), offset: 1 },
    ],
    { duration: turn, easing: 'ease-in-out' },
  );
}
