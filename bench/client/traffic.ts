import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';

/** One request of a host page. */
export interface Visit {
  readonly method: string;
  readonly url: string;
  /** For a script: number of scripts that had to load one after the other, including this one. Otherwise 0. */
  readonly level: number;
  /** Size of the response's body after gzip, in bytes. */
  readonly bytes: number;
}

export interface Traffic {
  readonly visits: readonly Visit[];
  /** In kB of 1,000 bytes. */
  readonly kb: number;
  readonly levels: number;
}

/** Time without pending requests after which the page counts as quiet. */
const quietMs = 750;
/** Limit for a page that never becomes quiet, which is a mistake. */
const longestMs = 20_000;

/**
 * Records every request that a page makes during an action, until it is quiet: scripts, calls to the service, and the
 * browser's preflights. Frames in the page are not counted.
 *
 * @param act resolves once the content that the user waits for is there
 * @throws Error that names the pending requests, if the page does not become quiet
 */
export async function trafficOf(page: Page, act: () => Promise<unknown>): Promise<Traffic> {
  const cdp = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const watch = startWatch(cdp, frameTree.frame.id);
    await cdp.send('Network.enable');
    await act();
    await watch.untilQuiet();
    const ids = new Set(watch.visits.map(({ id }) => id));
    const ours = watch.visits.filter(({ before }) => before === null || ids.has(before));
    const visits = await Promise.all(ours.map((visit) => weigh(cdp, visit)));
    return {
      visits,
      kb: visits.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      levels: Math.max(0, ...visits.map(({ level }) => level)),
    };
  } finally {
    await cdp.detach();
  }
}

/** Returns the size of the responses whose address matches, in kB of 1,000 bytes. */
export function kbOf({ visits }: Pick<Traffic, 'visits'>, wanted: RegExp): number {
  return visits.filter(({ url }) => wanted.test(url)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** `before` is the request that follows a preflight. The preflight belongs to that request and to no frame. */
type Seen = Omit<Visit, 'bytes'> & { readonly id: string; readonly before: string | null };

function startWatch(cdp: CDPSession, pageFrame: string) {
  const visits: Seen[] = [];
  const open = new Map<string, string>();
  let lastMs = performance.now();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, frameId, type, initiator }) => {
    if (frameId !== pageFrame && initiator.type !== 'preflight') return;
    const before = visits.find(({ url }) => url === (initiator.url ?? callerOf(initiator.stack)));
    const level = type === 'Script' ? (before?.level ?? 0) + 1 : 0;
    const { method, url } = request;
    visits.push({ id: requestId, method, url, level, before: initiator.requestId ?? null });
    open.set(requestId, request.url);
    lastMs = performance.now();
  });
  const end = ({ requestId }: { requestId: string }) => {
    if (open.delete(requestId)) lastMs = performance.now();
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  return {
    visits,
    async untilQuiet() {
      const deadlineMs = performance.now() + longestMs;
      while (open.size > 0 || performance.now() - lastMs < quietMs) {
        if (performance.now() > deadlineMs) {
          throw new Error(`The page is not quiet after ${longestMs} ms: ${[...open.values()].join(', ')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

interface Stack {
  readonly callFrames: readonly { readonly url: string }[];
  readonly parent?: Stack | undefined;
}

/** Returns the script that made a request, also across awaits. */
function callerOf(stack: Stack | undefined): string | undefined {
  if (!stack) return undefined;
  return stack.callFrames.find(({ url }) => url !== '')?.url ?? callerOf(stack.parent);
}

async function weigh(cdp: CDPSession, { id, before: _, ...visit }: Seen): Promise<Visit> {
  // A preflight has no body, and a failed request has no response.
  const body = await cdp.send('Network.getResponseBody', { requestId: id }).catch(() => null);
  const content = body ? Buffer.from(body.body, body.base64Encoded ? 'base64' : 'utf8') : Buffer.alloc(0);
  return { ...visit, bytes: content.length > 0 ? gzipSync(content, { level: 9 }).length : 0 };
}
