// The page as it looks in a game between people, in states that a real server shows rarely: its messages are changed
// on their way, and what only such a server would understand is kept back and remembered.
import { base } from './browser.mjs';
import { startInLobby } from './start.mjs';

const rights = { resign: true, abort: false, offer_draw: true, offer_takeback: true, plan: false };

const people = [
  { id: 'me', name: 'Annabelle_Long_Name', kind: 'account', rating: 1512, provisional: true },
  { id: 'you', name: 'Benedikt_Other_Name', kind: 'bot', rating: 2034, provisional: false },
];

const between = {
  players: people,
  clock: { kind: 'live', base: 300, increment: 3, delay: 0 },
  speed: 'blitz',
  rated: true,
  private: false,
  may: rights,
  offers: [],
  plan: [],
};

export const clocks = { white: 251_000, black: 65_000, running: 'white', free: 0, paused: false, lag: 0 };
const presence = { white: true, black: true, watching: 0 };

/** Starts a game and shows it as one between people; `told` replaces what the server says of it. */
export async function stage(page, variant, told = {}) {
  const sent = [];
  let socket;
  const known = game => ({
    ...between,
    ...told.game,
    white: game.seat === 'black' || (told.game?.seat ?? '') === 'black' ? 1 : 0,
  });
  const change = message => {
    if (message.type === 'snapshot') message.game = { ...message.game, ...known(message.game) };
    if (message.event?.now) message.event.may = told.game?.may ?? rights;
    return message;
  };
  await page.route('**/api/v1/me', async route => {
    const answer = await route.fetch();
    const me = await answer.json();
    people[0].id = me.id;
    await route.fulfill({ response: answer, json: me });
  });
  for (const [address, json] of Object.entries(told.rest ?? {}))
    await page.route(address, route => route.fulfill({ json: typeof json === 'function' ? json() : json }));
  let stream;
  await page.routeWebSocket(/\/api\/v1\/ws$/, socket => {
    stream = socket;
    socket.send('{"type":"hello","unread":0,"my_turn":0}');
  });
  await page.routeWebSocket(/\/games\/[^/]+\/ws$/, client => {
    socket = client;
    const server = client.connectToServer();
    client.onMessage(text => {
      const message = JSON.parse(text);
      sent.push(message);
      if (!['abort', 'offer', 'answer', 'claim', 'plan', 'say'].includes(message.type)) server.send(text);
    });
    server.onMessage(text => {
      const message = change(JSON.parse(text));
      client.send(JSON.stringify(message));
      if (message.type !== 'snapshot') return;
      say({ type: 'clocks', clocks: told.clocks ?? clocks });
      say({ type: 'presence', ...presence, ...told.presence });
    });
  });
  const say = message => socket.send(JSON.stringify(message));
  await startInLobby(page, variant, told.colour ?? 'white');
  await page.reload();
  await page.locator('.table:not([data-phase="dealing"])').waitFor();
  await page.locator('[data-clock]').first().waitFor();
  let seq = 1000;
  return {
    sent,
    say,
    /** Says something on the person's own stream. */
    whisper: message => stream.send(JSON.stringify(message)),
    /** Breaks the connection; the page makes a new one. */
    cut: () => socket.close({ code: 1001 }),
    /** Tells an event as the next one, by way of a snapshot that makes its number known. */
    tell: async event => {
      seq += 1;
      const game = await snapshotOf(page);
      say({ type: 'snapshot', seq, game: { ...game, ...known(game) } });
      seq += 1;
      say({ type: 'event', seq, event });
    },
  };
}

/** The game as the server knows it, by a connection of its own. */
function snapshotOf(page) {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const address = `${base.replace(/^http/, 'ws')}/api/v1/games/${id}/ws?`;
  return page.evaluate(
    url =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url);
        socket.onopen = () => socket.send('{"type":"hello","protocol":1}');
        socket.onerror = reject;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type !== 'snapshot') return;
          socket.close();
          resolve(message.game);
        };
      }),
    address,
  );
}
