import { toFrameReply } from '@latchkey/frame/protocol';
import { type FrameEvent, type FrameReplies, type FrameRequests, fail, ServiceError } from '@latchkey/wire';
import type { Clock } from '../environment.ts';
import { fromFrameError } from './fromFrameError.ts';

/** Requests to one mounted frame, and its answers, matched by id (FRAME-03). */
export interface FrameChannel {
  /** Sends a message and returns its id. An answer with this id goes to `settle`. */
  post(event: FrameEvent, data: object, settle?: Settle): string;
  /**
   * Sends a request and waits for its answer.
   * @param operation names the operation in the timeout's message (EMBW-09)
   * @throws ServiceError `wallet_proxy_timeout` after `waitMs` or when the frame is removed or loads again,
   *   `invalid_data` for a value that a message cannot carry, or the frame's own error
   */
  request<E extends FrameEvent>(
    operation: string,
    event: E,
    data: FrameRequests[E],
    waitMs: number,
  ): Promise<FrameReplies[E]>;
  /** Receives a window message from any sender, and ignores it unless it answers a request. */
  receive(message: MessageEvent): void;
  /** Rejects all open requests, because they will get no answer. */
  close(): void;
}

interface Settle {
  readonly operation: string;
  resolve(data: unknown): void;
  reject(error: ServiceError): void;
}

/** Creates the error for a wait that timed out, such as `walletProxy.create timed out.` */
export const timedOut = (operation: string) =>
  new ServiceError('wallet_proxy_timeout', { message: `walletProxy.${operation} timed out.` });

/**
 * Opens a channel to the window of a frame.
 *
 * @param origin the service's origin, the only one that messages are sent to and accepted from
 */
export function createFrameChannel(frame: () => Window | null, origin: string, clock: Clock): FrameChannel {
  const pending = new Map<string, Settle & { readonly event: string }>();
  let lastId = 0;

  function post(event: FrameEvent, data: object, settle?: Settle): string {
    lastId += 1;
    const id = `id-${lastId}`;
    if (settle) pending.set(id, { event, ...settle });
    frame()?.postMessage({ id, event, data }, origin);
    return id;
  }

  return {
    post,
    request: (operation, event, data, waitMs) =>
      new Promise((resolve, reject) => {
        const stop = () => clock.clearTimeout(timer);
        const settle = {
          operation,
          resolve: (reply: unknown) => {
            stop();
            resolve(reply as FrameReplies[typeof event]);
          },
          reject: (error: ServiceError) => {
            stop();
            reject(error);
          },
        };
        const timer = clock.setTimeout(() => {
          pending.delete(id);
          reject(timedOut(operation));
        }, waitMs);
        const id = sendOrRefuse(() => post(event, data, settle), stop);
      }),
    receive(message) {
      // Other windows can post to this page, and could forge the frame's answers. Only messages of the frame's own
      // window with the service's origin are accepted (FRAME-04).
      if (message.origin !== origin || message.source === null || message.source !== frame()) return;
      const reply = toFrameReply(message.data);
      const request = reply && pending.get(reply.id);
      if (!reply || request?.event !== reply.event) return;
      pending.delete(reply.id);
      if ('error' in reply) request.reject(fromFrameError(reply.error));
      else request.resolve(reply.data);
    },
    close() {
      const lost = [...pending.values()];
      pending.clear();
      for (const { operation, reject } of lost) reject(timedOut(operation));
    },
  };
}

/** Rejects values that structured clone cannot carry, such as functions in typed data, with `invalid_data`. */
function sendOrRefuse(send: () => string, stop: () => void): string {
  try {
    return send();
  } catch (cause) {
    stop();
    return fail('invalid_data', {
      message: 'The request holds a value that cannot be sent to the wallet',
      cause,
    });
  }
}
