import { newContribution } from '../deal/contribution';
import type { ClientMessage, ServerMessage, Snapshot } from '../wire';
import { note } from './promise';

type Contribution = { contribution: string; commitment: string };

// A contribution must survive a reload between commitment and opening, and be the same in all tabs. Each is kept
// under a key of its own: tabs that make theirs at the same moment overwrite nothing, and the one whose
// commitment came too late drops its own.
const prefixOf = (game: string) => `backrank.deal.${game}.`;

function keptKeys(game: string): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  return keys.filter(key => key.startsWith(prefixOf(game))).sort();
}

function keep(game: string, own: Contribution): void {
  localStorage.setItem(prefixOf(game) + own.commitment, own.contribution);
}

/**
 * This browser's commitment to the deal of a game that is only proposed yet, to be sent with the proposal. The game
 * takes the proposal's id, so its page finds what was kept.
 */
export async function commitmentFor(game: string, player: string): Promise<string> {
  const own = await newContribution(game, player);
  keep(game, own);
  return own.commitment;
}

/** One tab's part in the deal of a game. */
export class Dealing {
  /** The contribution this tab committed to, unless that was refused. */
  private own: Contribution | null = null;

  constructor(
    private readonly game: string,
    private readonly player: string,
  ) {}

  /** What to send for the current step of the deal, if anything. */
  async answer(game: Snapshot): Promise<ClientMessage | null> {
    if (game.phase !== 'dealing') return null;
    if (game.dealing === 'commit') {
      note(this.game, { server: game.commitment });
      const made = this.kept() ?? (await newContribution(this.game, this.player));
      // Another tab may have been quicker meanwhile.
      this.own = this.kept() ?? made;
      keep(this.game, this.own);
      return { type: 'commit', commitment: this.own.commitment };
    }
    if (game.dealing === 'open') {
      const own = this.own ?? this.kept();
      if (!own) return null;
      note(this.game, { server: game.commitment, own: own.commitment });
      return { type: 'open', contribution: own.contribution };
    }
    return null;
  }

  /**
   * Whether a message only says that another tab has committed. Then this tab goes on with that tab's
   * contribution, and there is nothing to tell the player.
   */
  outrun(message: ServerMessage): boolean {
    if (message.type !== 'error' || !this.own) return false;
    const { code, params } = message.error;
    if (code !== 'bad_message' || params.type !== 'commit') return false;
    localStorage.removeItem(prefixOf(this.game) + this.own.commitment);
    this.own = null;
    return true;
  }

  /** Nothing is kept of a deal that is done. */
  forget(): void {
    this.own = null;
    for (const key of keptKeys(this.game)) localStorage.removeItem(key);
  }

  private kept(): Contribution | null {
    const [key] = keptKeys(this.game);
    if (key === undefined) return null;
    return {
      commitment: key.slice(prefixOf(this.game).length),
      contribution: localStorage.getItem(key) ?? '',
    };
  }
}
