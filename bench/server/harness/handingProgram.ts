import { createLog, readConfig, startServer } from '@latchkey/server';
import type { HandedCode } from './codeBox.ts';

// The service as it is shipped, but that each letter's code goes to the process that started it: what remains is what
// a login costs the service, without the client library of a mail server.

let waiting: HandedCode[] = [];

/** Codes of one moment go together: what a message between processes costs is no part of a login. */
function hand(code: HandedCode): void {
  if (waiting.length === 0) {
    setImmediate(() => {
      process.send?.(waiting);
      waiting = [];
    });
  }
  waiting.push(code);
}

const server = await startServer(readConfig(), {
  log: createLog(),
  mailer: {
    async send({ to, text }) {
      const code = /^\d{6}$/m.exec(text)?.[0] ?? '';
      hand({ to, code });
    },
    async close() {},
  },
});

process.on('SIGTERM', async () => {
  await server.close();
  process.exit(0);
});
