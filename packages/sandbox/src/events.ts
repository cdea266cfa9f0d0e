/** Time that a receiver of events may take, in ms. */
const timeoutMs = 5_000;

export interface Events {
  /** Sets the URL that events are sent to. Null sends none. */
  to(url: string | null): void;
  /** Sends an event. Resolves once the receiver has responded or the event is lost. */
  send(body: string, headers: Readonly<Record<string, string>>): Promise<void>;
}

/** Sends events to the URL that is set with `to`. Does not repeat an event that fails. */
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
