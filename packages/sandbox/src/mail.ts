import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Inbox } from './inbox/index.ts';

/**
 * Maximum size of an email in bytes, announced with the SIZE extension (RFC 1870).
 *
 * @internal
 */
export const maxMailBytes = 5 * 1024 * 1024;
/** Maximum duration of a session, even if it never pauses for `socketTimeout`. */
const longestSessionMs = 10 * 60_000;
/** Maximum stored length of an email's text, in UTF-16 units. */
const maxTextLength = 100_000;
const maxSubjectLength = 1_000;

/**
 * Creates a mail server (RFC 5321) that stores every accepted email in the inbox, once per envelope recipient. It
 * accepts any credentials.
 */
export function createMailServer(inbox: Inbox, { lifeMs } = { lifeMs: longestSessionMs }): SMTPServer {
  const server = new SMTPServer({
    name: 'latchkey-sandbox',
    banner: 'development inbox, nothing is delivered',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (credentials, _session, done) => done(null, { user: credentials.username ?? 'anyone' }),
    disableReverseLookup: true,
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: 100,
    socketTimeout: 30_000,
    closeTimeout: 500,
    logger: false,
    onData(stream, session, done) {
      receive(stream).then(
        (mail) => {
          if (mail) for (const { address } of session.envelope.rcptTo) inbox.add({ to: address, ...mail });
          done(null, 'kept in the sandbox inbox');
        },
        () => done(new Error('This mail cannot be read: it is not valid MIME (RFC 2045).')),
      );
    },
  });
  // A client that disconnects in the middle of an email causes an error event, which would otherwise end the process.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), lifeMs).unref();
    socket.once('close', () => clearTimeout(end));
  });
  return server;
}

/** Reads one email. Null if it exceeds the limit; the server itself then refuses it with 552. */
async function receive(stream: Readable): Promise<{ subject?: string; text: string } | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxMailBytes) chunks.push(chunk);
  }
  if (bytes > maxMailBytes) return null;
  const { subject, html = '', text = html } = await PostalMime.parse(Buffer.concat(chunks));
  return {
    ...(subject === undefined ? {} : { subject: subject.slice(0, maxSubjectLength) }),
    text: text.replaceAll('\r\n', '\n').trim().slice(0, maxTextLength),
  };
}
