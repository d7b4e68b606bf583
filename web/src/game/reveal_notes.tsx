import { useEffect, useState } from 'preact/hooks';
import { Piece } from '../board/piece';
import { cornerOf, type Size } from '../board/squares';
import type { Event, Reveal, Side } from '../wire';
import { revealText } from './announce';

type Props = { event: Event | null; orientation: Side; size: Size };

const stays = 5000;

/** Shows for a moment what a capture brought to light; pieces turned up on the board tell it themselves. */
export function RevealNotes({ event, orientation, size }: Props) {
  const [over, setOver] = useState<Event | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(event), stays);
    return () => clearTimeout(timer);
  }, [event]);
  if (event?.type !== 'played' || over === event) return null;
  const captured = event.played.shown.filter(({ how }) => how !== 'turned_up');
  return (
    <>
      {captured.map(reveal => (
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
