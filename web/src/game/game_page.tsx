import { useEffect, useState } from 'preact/hooks';
import type { Home } from '../home';
import { errorText, t } from '../i18n/text';
import { Connection } from '../session/connection';
import { Table } from './table';
import '../styles/game.css';

/** One game's page: opens the connection and waits for the first snapshot. */
export function GamePage({ id, home }: { id: string; home: Home }) {
  const [connection, setConnection] = useState<Connection | null>(null);

  useEffect(() => {
    const opened = new Connection(id, home.me.id);
    setConnection(opened);
    return () => opened.close();
  }, [id, home.me.id]);

  const session = connection?.session.value;
  if (!connection || !session) return <Waiting />;
  if (session.link === 'closed')
    return (
      <main tabIndex={-1} class="message-page" data-error={session.refusal?.code}>
        <h1>{t('game-closed-title')}</h1>
        <p>{session.refusal && errorText(session.refusal)}</p>
        <a class="button primary" href="/">
          {t('to-lobby')}
        </a>
      </main>
    );
  const { game } = session;
  if (!game) return <Waiting />;
  const variant = home.variants.find(known => known.id === game.variant);
  if (!variant)
    return (
      <main tabIndex={-1} class="message-page">
        <p>{t('unknown-variant', { variant: game.variant })}</p>
      </main>
    );
  return <Table connection={connection} session={session} game={game} variant={variant} me={home.me.id} />;
}

function Waiting() {
  return (
    <main tabIndex={-1} class="message-page" aria-busy="true">
      <p>{t('connecting')}</p>
    </main>
  );
}
