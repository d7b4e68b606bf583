import { type Bytes, concat, hmac, prefixed, u32, u64, utf8 } from './bytes';

/** `word mod n`, or null if the word lies above the highest multiple of n and would favour some. */
export function accept(word: number, n: number): number | null {
  return word < 2 ** 32 - (2 ** 32 % n) ? word % n : null;
}

/** The random words of a deal (docs/deal.md, "The stream"). */
export class Stream {
  #block: DataView | null = null;
  #used = 0;
  #counter = 0;

  private constructor(
    private readonly mac: (message: Bytes) => Promise<Bytes>,
    private readonly prefix: Bytes,
  ) {}

  static async open(salt: Bytes, contributions: Bytes[]): Promise<Stream> {
    const parts = contributions.map(bytes => prefixed(bytes));
    const prefix = concat(utf8('backrank stream v1'), u32(contributions.length), ...parts);
    return new Stream(await hmac(salt), prefix);
  }

  async word(): Promise<number> {
    if (!this.#block || this.#used === 32) {
      this.#block = new DataView((await this.mac(concat(this.prefix, u64(this.#counter)))).buffer);
      this.#counter += 1;
      this.#used = 0;
    }
    const word = this.#block.getUint32(this.#used);
    this.#used += 4;
    return word;
  }

  /** A number below n, each equally likely. */
  async below(n: number): Promise<number> {
    for (;;) {
      const number = accept(await this.word(), n);
      if (number !== null) return number;
    }
  }

  /** The items in a random order (Fisher–Yates from the end). */
  async shuffle<T>(items: readonly T[]): Promise<T[]> {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const chosen = await this.below(last + 1);
      [order[chosen], order[last]] = [order[last] as T, order[chosen] as T];
    }
    return order;
  }
}
