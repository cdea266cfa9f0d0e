import { createLog, readConfig, startServer } from '@latchkey/server';
import type { HandedCode } from './codeBox.ts';

// The service as it is shipped, except that it hands each email's code to the process that started it. So the bench
// measures the cost of a login for the service without the mail client library.

let waiting: HandedCode[] = [];

/** Hands over codes in batches, because the cost of a message between processes is not part of a login. */
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
