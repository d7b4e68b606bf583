import type { Side } from '../wire';
import { layers } from './art';
import { back } from './placement';

type Props = { side: Side; kind: string; faceDown?: boolean; label?: string };

/** A piece outside the board: in trays, choosers and cards. */
export function Piece({ side, kind, faceDown = false, label }: Props) {
  const dressed = faceDown && kind !== back;
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : { 'aria-hidden': true };
  return (
    <span
      class={dressed ? 'piece piece-dressed' : 'piece'}
      style={{ backgroundImage: layers(side, kind, faceDown) }}
      {...(label && { title: label })}
      {...name}
    />
  );
}
