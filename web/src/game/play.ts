import { useMemo, useState } from 'preact/hooks';
import { between, latePromotions, preview, staying } from '../board/choices';
import type { Drawn } from '../board/placement';
import type { Choice, Snapshot } from '../wire';

/** A pull that means more than one action, waiting for the player's word. */
export type Question = { choices: Choice[]; ply: number };

export type Play = {
  pieces: Drawn[];
  selected: string | null;
  question: Question | null;
  /** Choices on the selected square itself, such as turning it up. */
  stay: Choice[];
  select: (square: string | null) => void;
  pull: (from: string, to: string) => void;
  choose: (choice: Choice) => void;
  cancel: () => void;
  askLatePromotion: () => void;
};

/**
 * The way from the player's hand to an action the server offered. `kinds` are the game's piece kinds in its
 * own order, for the choosers. `idle` is false while an earlier action is
 * unacknowledged; the board then shows what was played.
 */
export function usePlay(game: Snapshot, kinds: string[], idle: boolean, act: (action: string) => void): Play {
  const now = game.now;
  const legal = useMemo(() => now?.legal ?? [], [now]);
  const [selected, select] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [played, setPlayed] = useState<{ choice: Choice; ply: number } | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [snapBack, setSnapBack] = useState(0);

  const late = latePromotions(legal, kinds);
  // What was asked before the position changed is no longer the question.
  const open = question?.ply === now?.ply ? question : null;
  const asked: Question | null =
    open ??
    (now && idle && late.length > 0 && dismissed !== now.ply ? { choices: late, ply: now.ply } : null);

  const underWay = !idle && played?.ply === now?.ply ? played?.choice : open?.choices[0];
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
    question: asked,
    stay: selected ? staying(legal, selected) : [],
    select,
    pull,
    choose,
    cancel: () => {
      if (!open && late.length > 0) setDismissed(now?.ply ?? null);
      setQuestion(null);
      select(null);
      setSnapBack(n => n + 1);
    },
    askLatePromotion: () => setDismissed(null),
  };
}
