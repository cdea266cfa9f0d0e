/**
 * The world as the client sees it, passed in so that tests own the clock and the network. Nothing else in core reads
 * `window`, the time or random numbers on its own.
 */
export interface Clock {
  /** Unix milliseconds by the device's clock, which people set and which may be wrong. */
  now(): number;
  /** Milliseconds since some moment, on a clock that no one sets. Time for which the machine slept counts. */
  monotonicNow(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface Environment {
  readonly clock: Clock;
  /** `null` where the client must not call the service: while a page is rendered on a server. */
  readonly fetch: typeof globalThis.fetch | null;
  /** The host's page, or `null` where there is none. */
  readonly window: (Window & typeof globalThis) | null;
  /** Fills an array with random bytes. */
  random(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Tells the developer of a mistake that breaks nothing. */
  warn(text: string): void;
  /** Whether this is a developer's own machine, where more is worth a warning. */
  readonly isDevelopment: boolean;
}

/** Tells whether a host name is this machine's own, which browsers treat as secure and we treat as development. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  );
}

/** The environment of a browser page, or of a server that renders one. Looks at globals when it is called, not at import. */
export function defaultEnvironment(): Environment {
  const page = typeof window === 'undefined' ? null : window;
  return {
    clock: {
      now: () => Date.now(),
      monotonicNow: createMonotonicNow(),
      setTimeout: (callback, ms) => setTimeout(callback, ms),
      clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    fetch: page ? (input, init) => page.fetch(input, init) : null,
    window: page,
    random: (bytes) => crypto.getRandomValues(bytes),
    warn(text) {
      // biome-ignore lint/suspicious/noConsole: the developer's console is what this is for
      console.warn(`Latchkey: ${text}`);
    },
    isDevelopment: page !== null && isLoopback(page.location.hostname),
  };
}

/**
 * Makes the monotonic clock of a page. Some browsers stop `performance.now()` while the machine sleeps: if the device's clock
 * goes on by a second more, that time counts as well. If a person moves that clock forward, too much time counts: tokens are
 * then refreshed too early, never too late.
 */
function createMonotonicNow(): Clock['monotonicNow'] {
  // Not every page has the one; then the device's clock stands in.
  const read = () => (globalThis.performance ?? Date).now();
  let aheadMs = Date.now() - read();
  let sleptMs = 0;
  return () => {
    const ms = read();
    const stepMs = Date.now() - ms - aheadMs;
    if (Math.abs(stepMs) >= 1_000) {
      aheadMs += stepMs;
      sleptMs += Math.max(0, stepMs);
    }
    return Math.floor(ms + sleptMs);
  };
}
