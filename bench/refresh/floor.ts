import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The floor of a refresh: plain `node:http`, one prepared `UPDATE … RETURNING` through `pg`, one ES256 signature.
 * It checks nothing; whatever a real service does comes on top. Run as a process of its own:
 * `tsx bench/refresh/floor.ts <database url> <rows>`; prints `ready <port>`.
 */
const [, , databaseUrl, rows] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'floor' })).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

await pool.query(
  'create table if not exists floor (id int primary key, token_hash bytea not null, refreshed_at bigint)',
);
for (let id = 0; id < Number(rows); id += 1) {
  await pool.query('insert into floor values ($1, $2, 0) on conflict (id) do update set token_hash = $2', [
    id,
    hashOf(`token-${id}`),
  ]);
}

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', async () => {
    const { id, refresh_token: old } = JSON.parse(text) as { id: number; refresh_token: string };
    const next = randomBytes(32).toString('base64url');
    const result = await pool.query({
      name: 'floor',
      text: 'update floor set token_hash = $3, refreshed_at = $4 where id = $1 and token_hash = $2 returning id',
      values: [id, hashOf(old), hashOf(next), Date.now()],
    });
    const claims = Buffer.from(JSON.stringify({ sub: id, iat: 1, exp: 2, aud: 'floor' })).toString(
      'base64url',
    );
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    const body = JSON.stringify({
      token: `${header}.${claims}.${signature.toString('base64url')}`,
      refresh_token: next,
    });
    response.writeHead(result.rowCount === 1 ? 200 : 401, { 'content-type': 'application/json' });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready ${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.on('SIGTERM', () => {
  server.close();
  void pool.end().then(() => process.exit(0));
  server.closeAllConnections();
});
