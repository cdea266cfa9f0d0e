import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { bearer, emailOTP, jwt } from 'better-auth/plugins';
import nodemailer from 'nodemailer';
import pg from 'pg';

/**
 * better-auth with the settings nearest to ours: email codes, bearer sessions, ES256 tokens, no rate limit and no
 * telemetry, and its own defaults otherwise. Runs as a separate process: `node server.mjs <database url> [<smtp
 * url>]`, which prints `ready <port>`. Without a mail server it hands its codes to the process that started it.
 */
const [, , databaseUrl, smtpUrl] = process.argv;
const transport = smtpUrl ? nodemailer.createTransport({ url: smtpUrl, pool: true }) : null;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const options = {
  baseURL: 'http://localhost:4000',
  secret: 'a secret of the bench, at least 32 characters',
  database: pool,
  trustedOrigins: ['http://localhost:3000'],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
  plugins: [
    bearer(),
    jwt({ jwks: { keyPairConfig: { alg: 'ES256' } } }),
    emailOTP({
      async sendVerificationOTP({ email, otp }) {
        if (!transport) return hand({ to: email, code: otp });
        await transport.sendMail({
          from: 'bench@latchkey.example',
          to: email,
          subject: 'Your login code',
          text: `Your code to log in:\n\n${otp}\n\nIt works once.\n`,
          html: `<!doctype html><html lang="en"><body><p>Your code to log in:</p><p>${otp}</p><p>It works once.</p></body></html>`,
        });
      },
    }),
  ],
};

let waiting = [];

/** Hands over codes as our program does (harness/handingProgram.ts). */
function hand(code) {
  if (waiting.length === 0) {
    setImmediate(() => {
      process.send(waiting);
      waiting = [];
    });
  }
  waiting.push(code);
}

await (await getMigrations(options)).runMigrations();
const server = createServer(toNodeHandler(betterAuth(options)));
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${server.address().port}\n`));
process.on('SIGTERM', () => {
  server.close();
  void pool.end().then(() => process.exit(0));
  server.closeAllConnections();
});
