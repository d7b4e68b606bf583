import { useMemo, useState } from 'preact/hooks';
import { between, latePromotions, preview, staying } from '../board/choices';
import type { Drawn } from '../board/placement';
import type { Choice, Snapshot } from '../wire';

/** A pull that means more than one action, waiting for the player's word. */
export type Question = { choices: Choice[]; ply: number };

/** An action shown on the board that is sent only when its player submits it. */
export type Held = { choice: Choice; ply: number };

export type Play = {
  pieces: Drawn[];
  selected: string | null;
  question: Question | null;
  /** What waits to be submitted. */
  held: Choice | null;
  /** Choices on the selected square itself, such as turning it up. */
  stay: Choice[];
  select: (square: string | null) => void;
  pull: (from: string, to: string) => void;
  choose: (choice: Choice) => void;
  /** Takes back a question or what is held; nothing has been sent. */
  cancel: () => void;
  submit: () => void;
  askLatePromotion: () => void;
};

/**
 * The way from the player's hand to an action the server offered. `kinds` are the game's piece kinds in its
 * own order, for the choosers. `idle` is false while an earlier action is
 * unacknowledged; the board then shows what was played. With `confirm` an action is held until it is submitted; what
 * is held lives here alone, so no lost link or reload can send it.
 */
export function usePlay(
  game: Snapshot,
  kinds: string[],
  idle: boolean,
  confirm: boolean,
  act: (action: string) => void,
): Play {
  const now = game.now;
  const legal = useMemo(() => now?.legal ?? [], [now]);
  const [selected, select] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [holding, setHolding] = useState<Held | null>(null);
  const [played, setPlayed] = useState<{ choice: Choice; ply: number } | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [snapBack, setSnapBack] = useState(0);

  const late = latePromotions(legal, kinds);
  // What was asked before the position changed is no longer the question.
  const open = question?.ply === now?.ply ? question : null;
  const asked: Question | null =
    open ??
    (now && idle && late.length > 0 && dismissed !== now.ply ? { choices: late, ply: now.ply } : null);

  // Once the position has changed, or the game is over, there is nothing left to submit.
  const held =
    holding?.ply === now?.ply
      ? (legal.find(({ action }) => action === holding?.choice.action) ?? null)
      : null;

  const underWay = held ?? (!idle && played?.ply === now?.ply ? played?.choice : open?.choices[0]);
  // A new list, even of the same pieces, makes the board take back what a hand did to it: hence snapBack.
  const pieces = useMemo<Drawn[]>(() => {
    const real = now?.pieces ?? [];
    if (!underWay) return [...real];
    // An open question shows the piece arrived, but not yet turned into anything.
    const { piece: _open, ...bare } = underWay;
    return preview(real, open ? bare : underWay);
  }, [now, underWay, open, snapBack]);

  const choose = (choice: Choice) => {
    setQuestion(null);
    if (confirm && now) {
      setHolding({ choice, ply: now.ply });
      select(null);
      return;
    }
    send(choice);
  };

  const send = (choice: Choice) => {
    setHolding(null);
    // After a pull the board has already let go, and a quick hand may hold the next piece.
    if (choice.from === choice.to) select(null);
    if (now) setPlayed({ choice, ply: now.ply });
    act(choice.action);
  };

  const pull = (from: string, to: string) => {
    const choices = between(legal, from, to, kinds);
    const [only, second] = choices;
    if (!only || !now) setSnapBack(n => n + 1);
    else if (second) setQuestion({ choices, ply: now.ply });
    else choose(only);
  };

  return {
    pieces,
    selected,
    question: held ? null : asked,
    held,
    stay: selected ? staying(legal, selected) : [],
    select,
    pull,
    choose,
    cancel: () => {
      if (!open && !held && late.length > 0) setDismissed(now?.ply ?? null);
      setQuestion(null);
      setHolding(null);
      select(null);
      setSnapBack(n => n + 1);
    },
    submit: () => held && send(held),
    askLatePromotion: () => setDismissed(null),
  };
}
