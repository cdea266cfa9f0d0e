/**
 * Health check of the image. A container runs one program and has its own network, so one port of the three answers:
 * its `/readyz` decides. Ends with status 0 if it is 200, otherwise with 1.
 */

const ports = {
  LATCHKEY_PORT: 4000,
  LATCHKEY_RECOVERY_PORT: 4001,
  LATCHKEY_HOSTED_PORT: 4002,
};

/** Returns the status of a port's `/readyz`, or null if nothing answers there. */
async function findStatus(port: string | number): Promise<number | null> {
  try {
    const response = await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(4000) });
    return response.status;
  } catch {
    return null;
  }
}

const statuses = await Promise.all(
  Object.entries(ports).map(([name, usual]) => findStatus(process.env[name] || usual)),
);
const found = statuses.filter((status) => status !== null);
if (found.length === 1 && found[0] === 200) process.exit(0);
process.stderr.write(found.length === 0 ? 'no port answers\n' : `/readyz answers ${found.join(', ')}\n`);
process.exit(1);
