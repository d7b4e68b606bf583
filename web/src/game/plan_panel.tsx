import { useEffect, useId, useState } from 'preact/hooks';
import { errorText, t } from '../i18n/text';
import type { Connection } from '../session/connection';
import type { Session } from '../session/session';
import { Icon } from '../ui/icons';
import type { Snapshot, VariantInfo } from '../wire';
import { contradicts, faultIn, lineOf, mostLines, withLine } from './plan';

type Props = { game: Snapshot; variant: VariantInfo; session: Session; connection: Connection };

const empty = ['', ''];
const longest = 10;

/** Conditional moves: what the other side may play, and one's own answers, line by line. */
export function PlanPanel({ game, variant, session, connection }: Props) {
  const { latest, refusal } = session;
  const sending = session.pending.some(({ type }) => type === 'plan');
  const cancelled = latest?.type === 'planned' && latest.cancelled;
  const remove = (at: number) => connection.plan(game.plan.filter((_, n) => n !== at));
  return (
    <div class="plan">
      <p class="quiet-text">{t('table-plan-intro')}</p>
      {cancelled && (
        <p class="notice" data-plan-cancelled>
          {t('table-plan-cancelled')}
        </p>
      )}
      {refusal && (
        <p class="notice" role="alert">
          {errorText(refusal)}
        </p>
      )}
      {game.plan.length === 0 && <p class="quiet-text">{t('table-plan-none')}</p>}
      <ol class="plan-lines">
        {game.plan.map((line, at) => (
          <li key={line.join(' ')} data-plan-line={line.join(' ')}>
            <span>
              {line.map((action, n) => (
                <span key={n}>
                  {n % 2 === 0 ? t('table-plan-if', { action }) : t('table-plan-then', { action })}{' '}
                </span>
              ))}
            </span>
            <button
              type="button"
              class="icon-button quiet"
              aria-label={t('table-plan-remove', { line: line.join(' ') })}
              title={t('table-plan-remove', { line: line.join(' ') })}
              disabled={sending || !game.may.plan}
              data-action="remove-line"
              onClick={() => remove(at)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {!game.may.plan && <p class="quiet-text">{t('table-plan-later')}</p>}
      {game.may.plan && game.plan.length < mostLines && (
        <Editor
          game={game}
          secret={variant.face_down || variant.secret_kings}
          busy={sending}
          onAdd={lines => connection.plan(lines)}
        />
      )}
    </div>
  );
}

type EditorProps = { game: Snapshot; secret: boolean; busy: boolean; onAdd: (lines: string[][]) => void };

function Editor({ game, secret, busy, onAdd }: EditorProps) {
  const [fields, setFields] = useState(empty);
  const [fault, setFault] = useState<string | null>(null);
  const replies = useId();
  const ply = game.now?.ply;
  useEffect(() => setFields(empty), [ply]);

  const change = (at: number, text: string) => {
    setFault(null);
    setFields(fields.map((field, n) => (n === at ? text : field)));
  };
  const add = (event: Event) => {
    event.preventDefault();
    const bad = faultIn(fields);
    if (bad !== null) {
      setFault(t('table-plan-unreadable', { action: fields[bad] ?? '' }));
      return;
    }
    const line = lineOf(fields);
    if (contradicts(game.plan, line)) {
      setFault(t('table-plan-contradicts'));
      return;
    }
    onAdd(withLine(game.plan, line));
    setFields(empty);
  };
  const moves = (game.now?.premoves ?? []).flatMap(({ from, to }) => to.map(square => from + square));
  return (
    <form class="plan-editor" onSubmit={add}>
      {fields.map((field, at) => (
        <label key={at} class="field">
          <span>{t(at % 2 === 0 ? 'table-plan-theirs' : 'table-plan-mine')}</span>
          <input
            value={field}
            data-plan-field={at}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={12}
            list={at === 1 ? replies : undefined}
            placeholder={t('table-plan-example')}
            onInput={event => change(at, event.currentTarget.value)}
          />
        </label>
      ))}
      <datalist id={replies}>
        {moves.map(action => (
          <option key={action} value={action} />
        ))}
      </datalist>
      {fault && <p role="alert">{fault}</p>}
      <div class="dialog-buttons">
        <button type="submit" class="primary" disabled={busy} data-action="add-line">
          {t('table-plan-add')}
        </button>
        {fields.length < longest && (
          <button type="button" data-action="longer-line" onClick={() => setFields([...fields, ...empty])}>
            {t('table-plan-longer')}
          </button>
        )}
      </div>
      <p class="quiet-text">
        {t('table-plan-hint')} {secret && t('table-plan-hint-secret')}
      </p>
    </form>
  );
}
