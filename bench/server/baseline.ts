import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { listenLocally } from './harness/listenLocally.ts';

/**
 * Baseline of a refresh: plain `node:http`, one prepared `UPDATE … RETURNING` through `pg`, one ES256 signature.
 * Request and reply are as large as the service's, and the pool is the same size, but it checks and stores only the
 * token. Runs as a separate process: `tsx bench/server/baseline.ts <database url> <rows>`, which prints `ready
 * <port>`.
 */
const [, , databaseUrl, rows] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'floor'.repeat(9) })).toString(
  'base64url',
);
const hashOf = (token: string) => createHash('sha256').update(token).digest();
const account = {
  type: 'email',
  address: 'floor-0@latchkey.example',
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
};

await pool.query(
  'create table if not exists floor (id int primary key, token_hash bytea not null, refreshed_at bigint, user_json json)',
);
const user = {
  id: `did:privy:${'a'.repeat(25)}`,
  created_at: 1,
  linked_accounts: [account],
  mfa_methods: [],
};
await pool.query(
  `insert into floor select id, sha256(('token-' || id)::bytea), 0, $2 from generate_series(0, $1::int - 1) id`,
  [Number(rows), JSON.stringify(user)],
);
await pool.query('vacuum analyze floor');

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', async () => {
    const { id, refresh_token: old } = JSON.parse(text) as { id: number; refresh_token: string };
    const next = randomBytes(48).toString('base64url');
    const result = await pool.query({
      name: 'floor',
      text: 'update floor set token_hash = $3, refreshed_at = $4 where id = $1 and token_hash = $2 returning user_json',
      values: [id, hashOf(old), hashOf(next), Date.now()],
    });
    const claims = Buffer.from(
      JSON.stringify({ sub: id, iss: 'floor', sid: 'a'.repeat(25), iat: 1, exp: 2, aud: 'floor'.repeat(5) }),
    ).toString('base64url');
    const signed = `${header}.${claims}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const token = `${signed}.${signature.toString('base64url')}`;
    const stored = result.rows[0]?.user_json;
    const body = JSON.stringify({ user: stored, token, privy_access_token: token, refresh_token: next });
    response.writeHead(result.rowCount === 1 ? 200 : 401, { 'content-type': 'application/json' });
    response.end(body);
  });
});
process.stdout.write(`ready ${await listenLocally(server)}\n`);
process.on('SIGTERM', () => {
  server.close();
  void pool.end().then(() => process.exit(0));
  server.closeAllConnections();
});
