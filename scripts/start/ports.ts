import { createServer } from 'node:net';

/** The addresses that everything of `npm start` listens on. */
export const hosts = ['127.0.0.1', '::1'] as const;

interface PortUse {
  /** Who needs it, as the subject of a sentence. */
  what: string;
  port: number;
  /** The environment variable that chooses another. */
  variable: string;
}

/** Says which port is taken, or asked for twice, and what to do; null when all are free. */
export async function findTakenPort(uses: readonly PortUse[]): Promise<string | null> {
  for (const { what, port, variable } of uses) {
    const other = uses.find((use) => use.port === port && use.variable !== variable);
    if (other) return `${variable} and ${other.variable} are both ${port}. Give them two different ports.`;
    if (!(await isFree(port))) {
      return (
        `Port ${port}, which ${what} needs, is taken. Stop what uses it (another \`npm start\`?), ` +
        `or choose another port: ${variable}=${port + 100} npm start`
      );
    }
  }
  return null;
}

async function isFree(port: number): Promise<boolean> {
  const answers = await Promise.all(hosts.map((host) => isFreeOn(host, port)));
  return answers.every(Boolean);
}

function isFreeOn(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 answers another error than this one; the port is not taken there.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
