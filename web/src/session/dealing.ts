import { newContribution } from '../deal/contribution';
import {
  type Contribution,
  dropContribution,
  forgetContributions,
  keepContribution,
  keptContribution,
} from '../deal/kept';
import type { ClientMessage, ServerMessage, Snapshot } from '../wire';
import { note } from './promise';

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
      const made = keptContribution(this.game) ?? (await newContribution(this.game, this.player));
      // Another tab may have been quicker meanwhile.
      this.own = keptContribution(this.game) ?? made;
      keepContribution(this.game, this.own);
      return { type: 'commit', commitment: this.own.commitment };
    }
    if (game.dealing === 'open') {
      const own = this.own ?? keptContribution(this.game);
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
    dropContribution(this.game, this.own.commitment);
    this.own = null;
    return true;
  }

  /** Nothing is kept of a deal that is done. */
  forget(): void {
    this.own = null;
    forgetContributions(this.game);
  }
}
