/**
 * Environment of the client, passed in so tests control the clock and the network. No other file of core reads
 * `window`, the time or random numbers by itself.
 */
export interface Clock {
  /** Unix time in ms by the device's clock, which users can change and which may be wrong. */
  now(): number;
  /** Time in ms from an arbitrary start, to measure durations. Includes the time while the machine slept. */
  monotonicNow(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface Environment {
  readonly clock: Clock;
  /** `null` if the client must not call the service, as while a server renders the page. */
  readonly fetch: typeof globalThis.fetch | null;
  /** The host's page; `null` if there is none. */
  readonly window: (Window & typeof globalThis) | null;
  /** Fills an array with cryptographic random bytes. */
  random(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Warns the developer about a mistake that breaks nothing. */
  warn(text: string): void;
  /** True on a loopback page, where more warnings are useful. */
  readonly isDevelopment: boolean;
}

/** Returns true for a host name of this machine, which browsers treat as secure and the client treats as development. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  );
}

/**
 * Creates the environment of a browser page, or of a server that renders one. Reads globals when it is called, not at
 * import.
 */
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
 * Creates the monotonic clock of a page. Some browsers stop `performance.now()` while the machine sleeps. So if the
 * device's clock has advanced by at least a second more, that time counts as well. If a user sets the device's clock
 * forward, too much time counts, and tokens are refreshed too early.
 */
function createMonotonicNow(): Clock['monotonicNow'] {
  // Falls back to the device's clock on pages without `performance`.
  const read = () => (globalThis.performance ?? Date).now();
  // Set by the first read, not here, because Next.js refuses to prerender a page that reads a clock.
  let aheadMs: number | null = null;
  let sleptMs = 0;
  return () => {
    const ms = read();
    aheadMs ??= Date.now() - ms;
    const stepMs = Date.now() - ms - aheadMs;
    if (Math.abs(stepMs) >= 1_000) {
      aheadMs += stepMs;
      sleptMs += Math.max(0, stepMs);
    }
    return Math.floor(ms + sleptMs);
  };
}
