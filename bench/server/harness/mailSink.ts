import { createServer, type Socket } from 'node:net';
import { type CodeBox, createCodeBox } from './codeBox.ts';
import { listenLocally } from './listenLocally.ts';

/** A mail server that keeps only the code from each email. */
export interface MailSink extends Pick<CodeBox, 'takeCode'> {
  /** `smtp://…` */
  readonly url: string;
  close(): void;
}

/**
 * Starts a mail server that is much cheaper than a real one (RFC 5321, only the commands of one client library), so
 * the bench measures the senders.
 */
export async function startMailSink(): Promise<MailSink> {
  const { keep, takeCode } = createCodeBox();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    receive(socket, keep);
  });
  const port = await listenLocally(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    takeCode,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const endOfMail = '\r\n.\r\n';

function receive(socket: Socket, keep: (address: string, code: string) => void): void {
  let buffered = '';
  let recipient = '';
  let isInMail = false;
  socket.setEncoding('latin1');
  socket.write('220 bench\r\n');
  socket.on('data', (chunk) => {
    buffered += chunk;
    for (;;) {
      const mark = isInMail ? endOfMail : '\r\n';
      const at = buffered.indexOf(mark);
      if (at === -1) return;
      const part = buffered.slice(0, at);
      buffered = buffered.slice(at + mark.length);
      if (isInMail) {
        // A code is alone on its line.
        const code = /^\d{6}\r?$/m.exec(part)?.[0];
        if (code) keep(recipient, code.trim());
        isInMail = false;
        socket.write('250 kept\r\n');
        continue;
      }
      recipient = /^RCPT TO:<(.*?)>/i.exec(part)?.[1] ?? recipient;
      isInMail = /^DATA/i.test(part);
      socket.write(isInMail ? '354 go on\r\n' : '250 fine\r\n');
    }
  });
}
