import type { Api } from 'chessgroundx/api';
import type { Side } from '../wire';
import type { Drawn } from './placement';
import { rowsSeenBy, type Size } from './squares';

const long = 500;
const slack = 10;

type Shown = { size: Size; orientation: Side; pieces: Drawn[]; onAsk: (square: string) => void };

/** The piece under a pointer. */
function pieceUnder(ground: HTMLElement, event: PointerEvent, shown: Shown): Drawn | undefined {
  const box = ground.querySelector('cg-board')?.getBoundingClientRect();
  if (!box) return undefined;
  const { size, orientation, pieces } = shown;
  const column = Math.floor(((event.clientX - box.left) / box.width) * size.files);
  const row = Math.floor(((event.clientY - box.top) / box.height) * size.ranks);
  const square = rowsSeenBy(orientation, size)[row]?.[column];
  return pieces.find(piece => piece.square === square);
}

/** A right click or a long press on a piece asks what it can do. Returns how to stop listening. */
export function askOn(ground: HTMLElement, api: Api, shown: () => Shown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun: { square: string; x: number; y: number; shapes: Api['state']['drawable']['shapes'] } | null =
    null;

  const forget = () => {
    clearTimeout(timer);
    begun = null;
  };
  const onDown = (event: PointerEvent) => {
    forget();
    const touch = event.pointerType === 'touch';
    if (!touch && event.button !== 2) return;
    const piece = pieceUnder(ground, event, shown());
    if (!piece) return;
    const { square } = piece;
    begun = { square, x: event.clientX, y: event.clientY, shapes: [...api.state.drawable.shapes] };
    if (!touch) return;
    timer = setTimeout(() => {
      begun = null;
      // The press was no pull: the board lets go of the piece.
      api.cancelMove();
      api.selectSquare(null);
      shown().onAsk(square);
    }, long);
  };
  const onMove = (event: PointerEvent) => {
    if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > slack) forget();
  };
  const onUp = (event: PointerEvent) => {
    const pressed = begun;
    forget();
    if (!pressed || event.button !== 2) return;
    // A right click on one square also draws a ring, after this event; a drag still draws an arrow.
    setTimeout(() => {
      api.setShapes(pressed.shapes);
      shown().onAsk(pressed.square);
    });
  };
  ground.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', forget);
  return () => {
    forget();
    ground.removeEventListener('pointerdown', onDown);
    document.removeEventListener('pointermove', onMove);
    document.removeEventListener('pointerup', onUp);
    document.removeEventListener('pointercancel', forget);
  };
}
