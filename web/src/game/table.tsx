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
import { Banners } from './banners';
import { LimitText, limitOf } from './clock_face';
import { confirmedSpeeds } from './confirm';
import { past, type Shown, type StepTo, stepped } from './history';
import { useKnowledge } from './knowledge';
import { useHidden } from './now';
import { onlooks, other, sideOf } from './people';
import { usePlay } from './play';
import { PlayerBar } from './player_bar';
import { ResultDialog } from './result_dialog';
import { RevealNotes } from './reveal_notes';
import { RulesPanel } from './rules_panel';
import { SidePanel } from './side_panel';
import { Status, statusText } from './status';
import { Stay } from './stay';
import { useStepKeys } from './step_keys';
import { Bubble } from './talk';

type Props = {
  connection: Connection;
  session: Session;
  game: Snapshot;
  variant: VariantInfo;
  /** Id of the player at this browser. */
  me: string;
};

const noReveals: Reveal[] = [];

/** The game in play or over: board, players, and all that stands around them. */
export function Table({ connection, session, game, variant, me }: Props) {
  const now = game.now;
  const seat: Side | null = sideOf(game.seat);
  const [flipped, setFlipped] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const [ended, setEnded] = useState(false);
  const [shading, setShading] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const knowledge = useKnowledge(game, variant);
  const hidden = useHidden();
  const free = idle(session);
  const kinds = variant.kinds.map(({ id }) => id);
  const play = usePlay(game, kinds, free, confirmedSpeeds.value.includes(game.speed), action =>
    connection.act(action),
  );

  const orientation = flipped ? other(seat ?? 'white') : (seat ?? 'white');
  const length = game.moves.length;
  const own = knowledge.of === game.seat;
  const known = knowledge.game;
  const live = shown === null && own;
  const at = useMemo(
    () => (live ? null : past(known, shown ?? length, variant, knowledge.fens)),
    [live, known, shown, length, variant, knowledge.fens],
  );
  const last = game.moves.at(-1);
  const mayAct = live && free && now !== undefined && seat !== null && now.actors.includes(seat);
  const waiting = live && seat !== null && game.phase === 'playing';
  const asking = play.question !== null || play.held !== null;

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
  const candidates = live && now ? [...new Set(now.candidates.flat())] : [];
  const reveals = (live && session.latest?.type === 'played' && session.latest.played.shown) || noReveals;

  const latest = session.latest;
  useEffect(() => {
    if (latest?.type === 'ended') setEnded(true);
  }, [latest]);
  // A takeback may end before the position one has stepped to.
  useEffect(() => {
    if (shown !== null && shown >= length) setShown(null);
  }, [length]);

  const step = (to: StepTo) => setShown(stepped(shown, length, to));
  useStepKeys(step);
  const mine = game.phase === 'playing' && seat !== null && (now?.actors.includes(seat) ?? false);
  const title = `${statusText(game, session, me)} · ${variant.name}`;
  useTitle(hidden && mine ? t('table-title-badge', { title }) : title);

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
      <Banners session={session} connection={connection} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by key */}
      <section class="table-rules" aria-label={t('rules-title')} tabIndex={0}>
        <RulesPanel variant={variant} seat={game.seat} />
      </section>
      <section
        class="table-board"
        aria-label={t('board-area')}
        style={{ '--files': variant.files, '--ranks': variant.ranks }}
      >
        <PlayerBar side={top} game={game} session={session} me={me} />
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
          <Bubble said={session.said} seat={game.seat} bottom={orientation} />
          {game.phase === 'dealing' && <Veil game={game} session={session} connection={connection} me={me} />}
        </div>
        <PlayerBar side={orientation} game={game} session={session} me={me} />
        <Status
          game={game}
          session={session}
          connection={connection}
          me={me}
          stepping={shown !== null}
          held={live ? play.held : null}
          onSubmit={play.submit}
          onBack={play.cancel}
          onLive={() => setShown(null)}
          onLatePromotion={play.askLatePromotion}
          candidates={candidates.length}
          shading={shading}
          onShade={() => setShading(!shading)}
        />
        <Actions
          game={game}
          connection={connection}
          me={me}
          shown={shown}
          onStep={step}
          onFlip={() => setFlipped(!flipped)}
          onResult={() => setEnded(true)}
        />
      </section>
      <SidePanel
        game={game}
        variant={variant}
        session={session}
        connection={connection}
        shown={shown}
        onShow={setShown}
        knowledge={knowledge}
      />
      <Announcer session={session} game={game} variant={variant} />
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
        <ResultDialog
          game={game}
          variant={variant}
          me={me}
          ending={game.ending}
          news={latest?.type === 'ended'}
          onClose={() => setEnded(false)}
        />
      )}
    </main>
  );
}

type VeilProps = { game: Snapshot; session: Session; connection: Connection; me: string };

/** Over the board while the deal is not done: what is waited for. */
function Veil({ game, session, connection, me }: VeilProps) {
  const limit = limitOf(session, 'opening');
  const person = game.players.some(({ id, kind }) => id !== me && kind !== 'computer');
  const text = connection.openedElsewhere.value
    ? t('table-deal-elsewhere')
    : t(person && game.dealing === 'wait' ? 'table-deal-waiting' : 'status-dealing');
  return (
    <div class="board-veil" data-dealing={onlooks(game, me) ? '' : game.dealing}>
      <p>{text}</p>
      {limit && <LimitText limit={limit} clock={game.clock} id="opening" />}
    </div>
  );
}
