import type { Mailer } from '../delivery/index.ts';
import type { RunningSpan, Tracing } from './tracing.ts';

/**
 * Records each call of a `fetch` as a span, with its method and host. Paths and queries of third parties can contain
 * keys and addresses of users.
 *
 * @param options `ownOrigin` of the operator's own recovery store, the only server that gets the W3C header
 *   `traceparent`
 * @returns `send` itself if traces are off
 */
export function traceFetch(
  tracing: Tracing | null,
  send: typeof fetch,
  { ownOrigin = null }: { ownOrigin?: string | null } = {},
): typeof fetch {
  if (tracing === null) return send;
  return (input, init) => {
    const isRequest = input instanceof Request;
    const url = new URL(isRequest ? input.url : input);
    const method = init?.method ?? (isRequest ? input.method : 'GET');
    return traceCall(tracing, { method, host: url.hostname }, async (span) => {
      const own = url.origin === ownOrigin ? tracing.headers() : {};
      const headers = new Headers(init?.headers ?? (isRequest ? input.headers : {}));
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
      const answer = await send(input, Object.keys(own).length > 0 ? { ...init, headers } : init);
      recordStatus(span, answer.status);
      return answer;
    });
  };
}

export function traceCall<T>(
  tracing: Tracing,
  { method, host }: { method: string; host: string },
  work: (span: RunningSpan) => Promise<T>,
): Promise<T> {
  const facts = { 'http.request.method': method, 'server.address': host };
  return tracing.run({ name: `${method} ${host}`, kind: 'client', facts }, work);
}

export function recordStatus(span: RunningSpan, status: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= 400) span.fail(String(status));
}

/** Records each mail as a span with the mail server's host, not the recipient. Returns `mailer` if traces are off. */
export function traceMailer(tracing: Tracing | null, mailer: Mailer, host: string): Mailer {
  if (tracing === null) return mailer;
  const options = { name: `SMTP ${host}`, kind: 'client', facts: { 'server.address': host } } as const;
  return {
    send: (message) => tracing.run(options, () => mailer.send(message)),
    close: () => mailer.close(),
  };
}
