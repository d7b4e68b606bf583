import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { destsOf } from '../board/choices';
import { Chooser } from '../board/chooser';
import { hiddenKings } from '../board/secrets';
import { t } from '../i18n/text';
import { PieceCard } from '../piece/piece_card';
import type { Connection } from '../session/connection';
import { idle, type Session } from '../session/session';
import { oneClickTurn } from '../settings';
import { useTitle } from '../ui/title';
import type { ChoiceKind, Reveal, Side, Snapshot, VariantInfo } from '../wire';
import { Actions } from './actions';
import { Announcer } from './announcer';
import { past, type Shown, type StepTo, stepped } from './history';
import { LinkBanner } from './link_banner';
import { usePlay } from './play';
import { PlayerBar } from './player_bar';
import { ResultDialog } from './result_dialog';
import { RevealNotes } from './reveal_notes';
import { RulesPanel } from './rules_panel';
import { SidePanel } from './side_panel';
import { Status, statusText } from './status';
import { Stay } from './stay';
import { useStepKeys } from './step_keys';
import { useTruth } from './truth';

type Props = { connection: Connection; session: Session; game: Snapshot; variant: VariantInfo };

const noReveals: Reveal[] = [];
const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** The game in play or over: board, players, and all that stands around them. */
export function Table({ connection, session, game, variant }: Props) {
  const now = game.now;
  const seat: Side | null = game.seat === 'spectator' ? null : game.seat;
  const [flipped, setFlipped] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const [ended, setEnded] = useState(false);
  const [shading, setShading] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const truth = useTruth(game);
  const free = idle(session);
  const kinds = variant.kinds.map(({ id }) => id);
  const play = usePlay(game, kinds, free, action => connection.act(action));

  const orientation = flipped ? other(seat ?? 'white') : (seat ?? 'white');
  const length = game.moves.length;
  const live = shown === null && !truth.fens;
  const at = useMemo(
    () => (live ? null : past(game, shown ?? length, variant, truth.fens)),
    [live, game, shown, length, variant, truth.fens],
  );
  const last = game.moves.at(-1);
  const mayAct = live && free && now !== undefined && seat !== null && now.actors.includes(seat);
  const waiting = live && seat !== null && game.phase === 'playing';
  const asking = play.question !== null;

  const legal = now?.legal;
  const dests = useMemo(() => destsOf(mayAct && !asking ? (legal ?? []) : []), [mayAct, asking, legal]);
  const premoves = useMemo(
    () => new Map((now?.premoves ?? []).map(({ from, to }) => [from, to] as const)),
    [now],
  );
  const staying = mayAct
    ? (legal ?? []).filter(({ from, to, kind }) => from === to && kind !== 'late_promotion')
    : [];
  const squaresOf = (kind: ChoiceKind) => staying.filter(choice => choice.kind === kind).map(c => c.from);
  const fen = at?.fen ?? now?.fen ?? '';
  const candidates = live ? (now?.candidates ?? []) : [];
  const reveals = (live && session.latest?.type === 'played' && session.latest.played.shown) || noReveals;

  const latest = session.latest;
  useEffect(() => {
    if (latest?.type === 'ended') setEnded(true);
  }, [latest]);

  const step = (to: StepTo) => setShown(stepped(shown, length, to));
  useStepKeys(step);
  useTitle(`${statusText(game, session)} · ${variant.name}`);

  const pieces = at?.pieces ?? play.pieces;
  const askedPiece = asked ? pieces.find(({ square }) => square === asked) : undefined;
  const top = other(orientation);
  return (
    <main
      tabIndex={-1}
      class="table"
      data-phase={game.phase}
      data-seat={game.seat}
      data-can-act={mayAct && !asking}
      data-ply={now?.ply ?? 0}
    >
      <h1 class="sr-only">{t('game-title', { game: variant.name })}</h1>
      <LinkBanner session={session} connection={connection} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by key */}
      <section class="table-rules" aria-label={t('rules-title')} tabIndex={0}>
        <RulesPanel variant={variant} seat={game.seat} />
      </section>
      <section
        class="table-board"
        aria-label={t('board-area')}
        style={{ '--files': variant.files, '--ranks': variant.ranks }}
      >
        <PlayerBar side={top} game={game} />
        <div class="board-place">
          <Board
            size={variant}
            pieces={pieces}
            orientation={orientation}
            mine={waiting && !asking ? seat : null}
            turn={seat && !mayAct ? other(seat) : (seat ?? 'white')}
            dests={dests}
            premoves={premoves}
            stays={staying.map(({ from }) => from)}
            quick={oneClickTurn.value ? squaresOf('flip') : []}
            offered={squaresOf('secret_square')}
            kings={hiddenKings(fen)}
            candidates={shading ? candidates : []}
            selected={play.selected}
            marks={at?.marks ?? last?.marks ?? []}
            check={(at ? at.check : now?.check) ?? null}
            reveals={reveals}
            label={t('board-label', { game: variant.name })}
            onSelect={play.select}
            onMove={play.pull}
            onStay={square => {
              const choice = staying.find(({ from }) => from === square);
              if (choice) play.choose(choice);
            }}
            onAsk={setAsked}
          />
          {mayAct && play.selected && (
            <Stay choices={play.stay} orientation={orientation} size={variant} onChoose={play.choose} />
          )}
          {live && <RevealNotes event={latest} orientation={orientation} size={variant} />}
          {live && play.question && seat && (
            <Chooser question={play.question} side={seat} onChoose={play.choose} onCancel={play.cancel} />
          )}
          {game.phase === 'dealing' && <p class="board-veil">{t('status-dealing')}</p>}
        </div>
        <PlayerBar side={orientation} game={game} />
        <Status
          game={game}
          session={session}
          stepping={shown !== null}
          onLive={() => setShown(null)}
          onLatePromotion={play.askLatePromotion}
          onForget={() => connection.forgetRefusal()}
          candidates={candidates.length}
          shading={shading}
          onShade={() => setShading(!shading)}
        />
        <Actions
          game={game}
          shown={shown}
          onStep={step}
          onFlip={() => setFlipped(!flipped)}
          onResign={() => connection.resign()}
          onResult={() => setEnded(true)}
        />
      </section>
      <SidePanel game={game} variant={variant} shown={shown} onShow={setShown} truth={truth} />
      <Announcer event={latest} variant={variant} refusal={session.refusal} />
      {askedPiece && (
        <PieceCard
          piece={askedPiece}
          variant={variant}
          seat={game.seat}
          pool={live ? now?.pools[askedPiece.side === 'white' ? 0 : 1] : undefined}
          onClose={() => setAsked(null)}
        />
      )}
      {ended && game.ending && (
        <ResultDialog game={game} variant={variant} ending={game.ending} onClose={() => setEnded(false)} />
      )}
    </main>
  );
}
