/** How long a receiver of events may take, in ms. */
const timeoutMs = 5_000;

/** Where a provider's events go. */
export interface Events {
  /** From now on events go there; null: nowhere. */
  to(url: string | null): void;
  /** Sends an event; resolves when it was answered, or was lost. */
  send(body: string, headers: Readonly<Record<string, string>>): Promise<void>;
}

/** Sends events to whom a test or `npm start` names. One that is not taken is lost, so that nothing arrives by itself later. */
export function createEvents(post: typeof globalThis.fetch = fetch): Events {
  let target: string | null = null;
  return {
    to(url) {
      target = url;
    },
    async send(body, headers) {
      if (target === null) return;
      const signal = AbortSignal.timeout(timeoutMs);
      const init = {
        method: 'POST',
        body,
        signal,
        headers: { 'content-type': 'application/json', ...headers },
      };
      const reply = await post(target, init).catch(() => null);
      await reply?.text().catch(() => '');
    },
  };
}
