import { useEffect, useRef, useState } from 'preact/hooks';
import { Piece } from '../board/piece';
import { cornerOf, type Size } from '../board/squares';
import type { Event, Reveal, Side } from '../wire';
import { revealText } from './announce';

type Props = { event: Event | null; orientation: Side; size: Size };

const stays = 5000;

/**
 * Shows for a moment what a capture brought to light; pieces turned up on the board tell it themselves.
 * The note outlives the answer to the move, which may come at once.
 */
export function RevealNotes({ event, orientation, size }: Props) {
  const [notes, setNotes] = useState<Reveal[]>([]);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  useEffect(() => {
    if (event?.type !== 'played') return;
    const captured = event.played.shown.filter(({ how }) => how !== 'turned_up');
    if (captured.length === 0) return;
    setNotes(captured);
    const clear = () => setNotes(shown => (shown === captured ? [] : shown));
    timers.current.push(setTimeout(clear, stays));
  }, [event]);

  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  return (
    <>
      {notes.map(reveal => (
        <Note key={reveal.square} reveal={reveal} orientation={orientation} size={size} />
      ))}
    </>
  );
}

function Note({ reveal, orientation, size }: { reveal: Reveal; orientation: Side; size: Size }) {
  const { left, top } = cornerOf(reveal.square, orientation, size);
  return (
    <div class="reveal-note" data-reveal={reveal.kind} data-how={reveal.how}>
      <span
        class="reveal-rise"
        style={{
          left: `${left}%`,
          top: `${top}%`,
          width: `${100 / size.files}%`,
          height: `${100 / size.ranks}%`,
        }}
      >
        <Piece side={reveal.side} kind={reveal.kind} />
      </span>
      <p class="reveal-text" aria-hidden="true">
        <Piece side={reveal.side} kind={reveal.kind} />
        {revealText(reveal)}
      </p>
    </div>
  );
}
