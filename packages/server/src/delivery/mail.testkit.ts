import { connect, createServer, type Server } from 'node:net';

export interface Listening {
  /** `smtp://…` */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens for the connections of a mailer on a free port. */
export async function listenForSmtp(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Proxy between a mailer and a mail server, which counts connections and records mails. */
export interface SmtpProxy extends Listening {
  countConnections(): number;
  /** Returns envelope and content of the newest mail, as sent. */
  readNewest(): { from: string; to: string[]; content: string };
}

/** @param smtpUrl the mail server, which gives all answers */
export async function startSmtpProxy(smtpUrl: string): Promise<SmtpProxy> {
  const { hostname, port } = new URL(smtpUrl);
  let connections = 0;
  let sent = '';
  const listening = await listenForSmtp(
    createServer((socket) => {
      connections += 1;
      socket.on('data', (chunk) => {
        sent += chunk.toString('latin1');
      });
      const upstream = connect(Number(port), hostname);
      // A connection that ends on one side ends on the other.
      socket.on('error', () => undefined).once('close', () => upstream.destroy());
      upstream.on('error', () => undefined).once('close', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    }),
  );
  return {
    ...listening,
    countConnections: () => connections,
    readNewest() {
      const mail = sent.slice(sent.lastIndexOf('MAIL FROM:'));
      const start = mail.indexOf('\r\nDATA\r\n');
      const commands = mail.slice(0, start);
      const data = mail.slice(start + '\r\nDATA\r\n'.length, mail.indexOf('\r\n.\r\n') + 2);
      return {
        from: /^MAIL FROM:<(.*?)>/.exec(commands)?.[1] ?? '',
        to: [...commands.matchAll(/^RCPT TO:<(.*?)>/gm)].map(([, to = '']) => to),
        // A dot at the start of a line is doubled (RFC 5321 §4.5.2).
        content: data.replaceAll('\r\n..', '\r\n.'),
      };
    },
  };
}
