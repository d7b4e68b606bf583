import type { KindInfo, Rights, Situation, Snapshot, VariantInfo } from '../wire';

function kinds(list: string): KindInfo[] {
  return list.split(' ').map(entry => {
    const [id = '', letter = ''] = entry.split(':');
    return { id, letter, shown: letter, betza: '' };
  });
}

const plain: Omit<VariantInfo, 'id' | 'name' | 'files' | 'ranks' | 'kinds'> = {
  sets: [],
  face_down: false,
  dress: [],
  hands: false,
  secret_kings: false,
  levels: [1, 2],
  rules_languages: ['en'],
};

const army = 'king:K queen:Q rook:R bishop:B knight:N pawn:P';

export const disguised: VariantInfo = {
  ...plain,
  id: 'disguised',
  name: 'Disguised',
  files: 8,
  ranks: 8,
  kinds: kinds(army),
  face_down: true,
  dress: [
    { square: 'a1', kind: 'rook' },
    { square: 'a8', kind: 'rook' },
  ],
};

export const capablanca: VariantInfo = {
  ...plain,
  id: 'wide',
  name: 'Wide',
  files: 10,
  ranks: 8,
  kinds: kinds(`${army} archbishop:A chancellor:C`),
};

const emptyPool = { face_down: 0, total: 0, kinds: [] };

export const situation: Situation = {
  ply: 0,
  turn: 'white',
  actors: ['white'],
  fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1',
  pieces: [],
  legal: [],
  premoves: [],
  pools: [emptyPool, emptyPool],
  captured: [[], []],
  hands: [[], []],
  candidates: [[], []],
};

export const rights: Rights = {
  resign: true,
  abort: false,
  offer_draw: true,
  offer_takeback: true,
  plan: false,
};

export const snapshot: Snapshot = {
  id: 'game',
  variant: 'disguised',
  seat: 'white',
  level: 1,
  phase: 'playing',
  commitment: '00',
  start: { fen: situation.fen },
  moves: [],
  now: situation,
  players: [
    { id: 'p1', name: 'Ada', kind: 'account', rating: 1510, provisional: false },
    { id: 'p2', name: 'Ben', kind: 'account', rating: 1490, provisional: true },
  ],
  white: 0,
  clock: { kind: 'live', base: 300, increment: 3, delay: 0 },
  speed: 'blitz',
  rated: true,
  private: false,
  may: rights,
  offers: [],
  plan: [],
};
