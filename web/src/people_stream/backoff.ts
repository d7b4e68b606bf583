const from = 500;
const to = 30_000;

/** Waits between attempts to connect: longer after each failure, and never the same for everybody. */
export class Backoff {
  private failures = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds until the next attempt. */
  next(): number {
    const wait = Math.min(to, from * 2 ** this.failures);
    this.failures += 1;
    return wait * (0.75 + this.random() / 2);
  }

  reset(): void {
    this.failures = 0;
  }
}
