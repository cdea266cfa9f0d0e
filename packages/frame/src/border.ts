import { type Context, fetchContext } from './api.ts';
import { isRefusal, refuse } from './refusal.ts';

/** Where the frame stands, as the browser tells it. */
export interface EmbeddingContext {
  readonly self: unknown;
  readonly parent: unknown;
  /** Origins of all ancestors, nearest first; null where the browser does not tell. */
  readonly ancestorOrigins: readonly string[] | null;
}

/** The two facts of a message that no script can forge. */
export interface Sender {
  readonly source: unknown;
  readonly origin: string;
}

/**
 * Decides whether a message comes from the page that embeds the frame.
 *
 * A sibling frame, a popup or an extension page may post to the frame as well; only the direct parent is the host. Its
 * origin is fixed by the first message, and the service decides whether it may embed this app.
 *
 * @param fixed the origin of the first admitted message, or null
 * @returns the origin to answer to, or null: the message gets no answer
 */
export function admitSender(sender: Sender, place: EmbeddingContext, fixed: string | null): string | null {
  const isTopLevel = place.parent === place.self;
  if (isTopLevel || sender.source === null || sender.source !== place.parent) return null;
  // A sandboxed page or a file has the origin 'null', which any other such page has as well.
  if (sender.origin === '' || sender.origin === 'null') return null;
  if (place.ancestorOrigins && place.ancestorOrigins[0] !== sender.origin) return null;
  return fixed === null || fixed === sender.origin ? sender.origin : null;
}

/** The app of the frame's own path, or null when the path is not a frame's. */
export function toAppId(pathname: string): string | null {
  return /^\/apps\/([\w-]{1,64})\/embedded-wallets$/.exec(pathname)?.[1] ?? null;
}

/**
 * Refuses pages whose traffic others can change: WebCrypto is missing there, and so is every promise (EMBW-03).
 *
 * @throws Refusal `error`
 */
export function assertSecure(...origins: readonly string[]): void {
  for (const origin of origins) {
    if (/^http:\/\/(?!(?:localhost|127\.0\.0\.1)(?::\d+)?$)/.test(origin)) {
      refuse('error', 'Embedded wallet is only available over HTTPS', 'insecure_context');
    }
  }
}

/** How long a first answer of the service is waited for, and the time between two tries, in ms. */
const contextWithinMs = 30_000;
const contextRetryMs = 1000;

/**
 * Asks the service, once a page, whether this host and its ancestors may embed the app's frame.
 *
 * The host repeats its first message for 40 s (docs/wire/protocol.md §4.1), so a service that is just starting is
 * waited for.
 *
 * @throws Refusal `error` with code `origin_not_allowed`, or why the service did not answer
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
