import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { relativeText } from '../ui/amounts';
import { CopyButton } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { ErrorLine, Form, TextField, useAction } from '../ui/form';
import { Loaded, useLoaded } from '../ui/load';
import type { BotInfo } from '../wire';

/** One's own bots: programs with an account and a token of their own. */
export function Bots() {
  const loaded = useLoaded('bots', accounts.bots);
  const [name, setName] = useState('');
  const [made, setMade] = useState<BotInfo | null>(null);
  const [leaving, setLeaving] = useState<BotInfo | null>(null);
  const making = useAction();
  const removing = useAction();

  const make = async () => {
    setMade(await accounts.newBot(name.trim()));
    setName('');
    loaded.reload();
  };

  const remove = async (bot: BotInfo) => {
    const gone = await removing.run(() => accounts.removeBot(bot.id));
    if (!gone) return;
    setLeaving(null);
    if (made?.id === bot.id) setMade(null);
    loaded.reload();
  };

  return (
    <>
      <p>{t('bots-explained')}</p>
      <Loaded of={loaded}>
        {bots => (
          <ul class="lines">
            {bots.map(bot => (
              <li key={bot.id} data-bot={bot.name}>
                <span>
                  <span class="tag">{t('player-bot')}</span> {bot.name}
                  <span class="quiet-text block">
                    {t('session-seen', { when: relativeText(bot.seen, Date.now()) })}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={t('bot-remove-named', { name: bot.name })}
                  onClick={() => setLeaving(bot)}
                >
                  {t('remove')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {made?.token !== undefined && (
        <div class="notice stack" role="status" data-token>
          <p>{t('bot-token-explained', { name: made.name })}</p>
          <code class="long-code">{made.token}</code>
          <CopyButton text={made.token} label={t('copy-token')} />
        </div>
      )}
      <Form name="bot" action={making} onSubmit={make} submit={t('bot-make')}>
        <TextField
          label={t('bot-name')}
          name="name"
          value={name}
          onInput={setName}
          hint={t('name-hint')}
          maxLength={20}
          required
        />
      </Form>
      {leaving && (
        <Dialog title={t('bot-remove-question', { name: leaving.name })} onClose={() => setLeaving(null)}>
          <p>{t('bot-remove-warning')}</p>
          <ErrorLine error={removing.error} />
          <div class="dialog-buttons">
            <button
              type="button"
              class="danger"
              data-action="remove-bot"
              disabled={removing.busy}
              onClick={() => void remove(leaving)}
            >
              {t('remove')}
            </button>
            <button type="button" onClick={() => setLeaving(null)}>
              {t('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
