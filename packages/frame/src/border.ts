import { type Context, fetchContext } from './api.ts';
import { isRefusal, refuse } from './refusal.ts';

/** Position of the frame among windows, as the browser reports it. */
export interface EmbeddingContext {
  readonly self: unknown;
  readonly parent: unknown;
  /** Origins of all ancestors, nearest first; null if the browser does not report them. */
  readonly ancestorOrigins: readonly string[] | null;
}

/** Window and origin that sent a message. The browser reports them, so another page cannot forge them. */
export interface Sender {
  readonly source: unknown;
  readonly origin: string;
}

/**
 * Decides whether a message comes from the page that embeds the frame.
 *
 * A sibling frame, a popup or an extension page can post messages to the frame, too. Only the direct parent is the
 * host page. The first admitted message fixes its origin, and the service decides whether that origin may embed the
 * frame of this app.
 *
 * @param fixed the origin of the first admitted message, or null
 * @returns the origin to answer to, or null if the message gets no answer
 */
export function admitSender(sender: Sender, place: EmbeddingContext, fixed: string | null): string | null {
  const isTopLevel = place.parent === place.self;
  if (isTopLevel || sender.source === null || sender.source !== place.parent) return null;
  // Sandboxed pages and local files share the origin 'null', so it identifies none of them.
  if (sender.origin === '' || sender.origin === 'null') return null;
  if (place.ancestorOrigins && place.ancestorOrigins[0] !== sender.origin) return null;
  return fixed === null || fixed === sender.origin ? sender.origin : null;
}

/** Returns the app id in the frame's own path, or null for another path. */
export function toAppId(pathname: string): string | null {
  return /^\/apps\/([\w-]{1,64})\/embedded-wallets$/.exec(pathname)?.[1] ?? null;
}

/**
 * Refuses HTTP except for `localhost` and `127.0.0.1`: attackers on the network can change an HTTP page (EMBW-03).
 *
 * @throws Refusal `error` with code `insecure_context`
 */
export function assertSecure(...origins: readonly string[]): void {
  for (const origin of origins) {
    if (/^http:\/\/(?!(?:localhost|127\.0\.0\.1)(?::\d+)?$)/.test(origin)) {
      refuse('error', 'Embedded wallet is only available over HTTPS', 'insecure_context');
    }
  }
}

/** Time for which a call that fails on the network is repeated, and the pause before each repetition, in ms. */
const contextWithinMs = 30_000;
const contextRetryMs = 1000;

/**
 * Asks the service whether this host page and its ancestors may embed the app's frame.
 *
 * Our client repeats its first message for about 40 s (docs/wire/protocol.md §4.1), so the frame waits for a service
 * that is just starting.
 *
 * @throws Refusal `error` with code `origin_not_allowed`, or like {@link fetchContext}
 */
export async function admitPage(
  origin: string,
  appId: string,
  parentOrigin: string,
  place: EmbeddingContext,
): Promise<Context> {
  const body = {
    app_id: appId,
    parent_origin: parentOrigin,
    ancestor_origins: [...(place.ancestorOrigins ?? [parentOrigin])],
  };
  const context = await repeatedly(() => fetchContext(origin, body));
  if (!context.allowed) {
    refuse(
      'error',
      `${parentOrigin} may not embed the wallet of this app. Add it to the app's allowed origins.`,
      'origin_not_allowed',
    );
  }
  return context;
}

async function repeatedly<T>(request: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + contextWithinMs;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const isNetwork = isRefusal(error) && error.code === 'network_error';
      if (!isNetwork || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, contextRetryMs));
    }
  }
}
