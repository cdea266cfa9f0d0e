import type { Chance } from './chance.ts';

const host = 'host: localhost\r\n';
const json = 'content-type: application/json\r\n';
const head = (line: string, headers = host) => `${line}\r\n${headers}\r\n`;

/** Request targets that are malformed or unusual. */
const targets = [
  ...['http://[', 'http://', 'http:///', 'http://[::1', 'https://:99999/', '//[', '*', '?', '#', '\\', ''],
  ...[
    '/%',
    '/%00',
    '/%zz',
    '/%c0%af',
    '/%ff%fe',
    '/\u0000',
    '/..;/..',
    '/?%00=%',
    '/?state=%00.x',
    '/?a=1&a=2',
  ],
  ...['/__proto__', '/constructor', 'javascript:alert(1)', 'file:///etc/passwd', `/${'a'.repeat(20_000)}`],
];

/** Returns messages in HTTP, almost in HTTP or in another protocol, for a listener with these paths. */
export function rawCorpus(paths: readonly string[]): Buffer[] {
  const path = paths[0] ?? '/';
  const posts = (headers: string, body: string) =>
    head(`POST ${path} HTTP/1.1`, host + json + headers) + body;
  const texts = [
    ...targets.flatMap((target) => [head(`GET ${target} HTTP/1.1`), head(`POST ${target} HTTP/1.1`)]),
    ...paths.flatMap((known) => [
      head(`GET ${known} HTTP/1.1`),
      head(`GET http://[${known} HTTP/1.1`),
      head(`OPTIONS ${known}?%00 HTTP/1.1`, `${host}origin: http://[\r\n`),
      head(`HEAD ${known}/%00 HTTP/1.1`),
    ]),
    ...['CONNECT localhost:443', 'TRACE /', 'PRI * HTTP/2.0', 'SM', 'FOO /'].map((line) =>
      head(`${line} HTTP/1.1`),
    ),
    ...['GET / HTTP/9.9', 'GET / HTTP/1.0', 'GET /', 'GET', ' GET / HTTP/1.1'].map((line) => head(line)),
    ...[
      head('GET / HTTP/1.1', ''),
      head('GET / HTTP/1.1', host + host),
      head('GET / HTTP/1.1', 'host: [\r\n'),
    ],
    head('GET / HTTP/1.1', `${host}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n`),
    head(
      'GET / HTTP/1.1',
      `${host}connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAA\r\n`,
    ),
    head('GET / HTTP/1.1', `${host}x: ${'a'.repeat(20_000)}\r\n`),
    head('GET / HTTP/1.1', host + 'x: y\r\n'.repeat(3_000)),
    ...['no colon', 'x\u0000y: z', 'x: \u0000', ' folded: x', 'x: y\r\n folded', 'é: ü', ': nothing'].map(
      (line) => head('GET / HTTP/1.1', `${host}${line}\r\n`),
    ),
    ...['-1', '99999999999999999999', '1, 2', '0x10', '10', '70000', 'a'].map((length) =>
      posts(`content-length: ${length}\r\n`, '{}'),
    ),
    ...[
      'zz\r\n',
      '-1\r\n',
      'ffffffffffffffff\r\n',
      '5\r\nab',
      `1;${'x'.repeat(20_000)}\r\na\r\n`,
      '0\r\nx: y',
    ].map((chunks) => posts('transfer-encoding: chunked\r\n', chunks)),
    posts('content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\nGET /x HTTP/1.1\r\n'),
    posts('transfer-encoding: gzip\r\n', 'x'),
    ...['100-continue', 'the-unexpected'].map((what) =>
      posts(`expect: ${what}\r\ncontent-length: 2\r\n`, ''),
    ),
    ...['{}', '{"\\u0000":1}', '[', '"', '{"args":['].map((body) =>
      posts(`content-length: ${body.length}\r\n`, body),
    ),
    ...[
      '',
      '\r\n',
      '\r\n'.repeat(500),
      '\n',
      '\r',
      '\u0000',
      'EHLO x\r\n',
      '\u0005\u0001\u0000',
      '{"a":1}\n',
    ],
    head(`GET ${path} HTTP/1.1`).repeat(100),
    `${head(`GET ${path} HTTP/1.1`)}GET http://[`,
  ];
  // The beginning of a TLS handshake, from a client that was configured with https.
  const handshake = Buffer.from('16030100c8010000c40303', 'hex');
  return [...texts.map((text) => Buffer.from(text, 'latin1')), handshake];
}

const tokens = ['\r\n', '\r', '\n', '\u0000', ' ', ':', '%', '%00', 'http://[', '\u00ff', '?', '{', '"', ','];

/** Mutates a message in a few places. */
export function mutate(chance: Chance, corpus: readonly Buffer[]): Buffer {
  let bytes: Buffer = Buffer.from(chance.pick(corpus));
  for (let change = chance.integer(4); change >= 0; change -= 1) {
    const at = chance.integer(bytes.length + 1);
    const to = Math.min(bytes.length, at + chance.integer(40));
    const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    const changed: Buffer[][] = [
      [before, after],
      [before, middle, middle, after],
      [before],
      [before, chance.bytes(chance.integer(20)), after],
      [before, Buffer.from(chance.pick(tokens), 'latin1'), middle, after],
      [before, Buffer.from(chance.pick(tokens).repeat(chance.integer(300)), 'latin1'), after],
      [before, chance.pick(corpus).subarray(0, 400)],
      [before, middle.map((byte) => byte ^ (1 << chance.integer(8))) as Buffer, after],
    ];
    bytes = Buffer.concat(chance.pick(changed)).subarray(0, 100_000);
  }
  return bytes;
}
