import { createServer, type Socket } from 'node:net';
import { listenLocally } from './listenLocally.ts';

/** A mail server that keeps of each letter only its code. */
export interface MailSink {
  /** `smtp://…` */
  readonly url: string;
  /** Takes the code that went to an address, or that will in the next 10 s. */
  takeCode(address: string): Promise<string>;
  close(): void;
}

/** Far cheaper than a real one (RFC 5321, the commands of one client library), so that the bench measures the senders. */
export async function startMailSink(): Promise<MailSink> {
  const codes = new Map<string, string>();
  const waiting = new Map<string, (code: string) => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    receive(socket, (address, code) => {
      const take = waiting.get(address);
      if (take) take(code);
      else codes.set(address, code);
    });
  });
  const port = await listenLocally(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    async takeCode(address) {
      const code = codes.get(address);
      if (codes.delete(address) && code) return code;
      // Some servers answer before the letter has left.
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No code came for ${address}`)), 10_000);
        waiting.set(address, (late) => {
          clearTimeout(timer);
          waiting.delete(address);
          resolve(late);
        });
      });
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const endOfLetter = '\r\n.\r\n';

function receive(socket: Socket, keep: (address: string, code: string) => void): void {
  let buffered = '';
  let recipient = '';
  let isInLetter = false;
  socket.setEncoding('latin1');
  socket.write('220 bench\r\n');
  socket.on('data', (chunk) => {
    buffered += chunk;
    for (;;) {
      const mark = isInLetter ? endOfLetter : '\r\n';
      const at = buffered.indexOf(mark);
      if (at === -1) return;
      const part = buffered.slice(0, at);
      buffered = buffered.slice(at + mark.length);
      if (isInLetter) {
        // A code stands alone on its line.
        const code = /^\d{6}\r?$/m.exec(part)?.[0];
        if (code) keep(recipient, code.trim());
        isInLetter = false;
        socket.write('250 kept\r\n');
        continue;
      }
      recipient = /^RCPT TO:<(.*?)>/i.exec(part)?.[1] ?? recipient;
      isInLetter = /^DATA/i.test(part);
      socket.write(isInLetter ? '354 go on\r\n' : '250 fine\r\n');
    }
  });
}
