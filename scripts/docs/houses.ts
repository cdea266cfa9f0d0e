import { floors } from '../check-rooms/rooms.ts';
import type { SourceFile, Tree } from '../check-rooms/tree.ts';

/** Who talks to whom without an import: over HTTP, or by messages between windows. */
const talks: readonly (readonly [from: string, how: string, to: string])[] = [
  ['core', 'HTTPS', 'server'],
  ['core', 'window messages', 'frame'],
  ['frame', 'custody routes', 'server'],
  ['node', 'HTTPS', 'server'],
];

/** What is drawn: the packages, and the two apps that show how they are used. */
const isDrawn = ({ house, isTest, path }: SourceFile) =>
  /^(packages|apps)\//.test(house) && path.startsWith(`${house}/src/`) && !isTest;

const nameOf = (house: string) => house.split('/')[1] ?? house;

/** A picture of who imports whom, as the sources do: a dotted line is a type, which the compiler erases. */
export function drawHouses({ files }: Tree): string {
  const sources = files.filter(isDrawn);
  const names = new Set(sources.map(({ house }) => nameOf(house)));
  const edges = new Map<string, boolean>();
  for (const { house, imports } of sources) {
    for (const { specifier, isTypeOnly } of imports) {
      const to = /^@latchkey\/([^/]+)/.exec(specifier)?.[1];
      if (to === undefined || !names.has(to)) continue;
      const edge = `${nameOf(house)} ${to}`;
      edges.set(edge, (edges.get(edge) ?? true) && isTypeOnly);
    }
  }
  const alone = [...names].filter(
    (name) => ![...edges.keys()].some((edge) => edge.split(' ').includes(name)),
  );
  const lines = [...edges].sort().map(([edge, isType]) => edge.replace(' ', isType ? ' -.-> ' : ' --> '));
  const spoken = talks.map(([from, how, to]) => `${from} <== "${how}" ==> ${to}`);
  return [
    '```mermaid',
    'flowchart LR',
    ...[...lines, ...spoken, ...alone.sort()].map((line) => `  ${line}`),
    '```',
  ].join('\n');
}

/** The rooms of a house, each with what the head of its `index.ts` says, from the highest floor down. */
export function listRooms({ files }: Tree, house: string): string {
  const inHouse = files.filter((file) => file.house === house);
  const heads = new Map(
    inHouse
      .filter(({ path, room }) => room !== '' && path === `${house}/src/${room}/index.ts`)
      .map(({ room, text }) => [room, headOf(text)]),
  );
  return [...(floors[house] ?? [[...heads.keys()]])]
    .reverse()
    .map((floor) => floor.filter((room) => heads.has(room)).sort())
    .filter((floor) => floor.length > 0)
    .map((floor) => {
      const rows = floor.map((room) => `| \`${room}/\` | ${heads.get(room)} |`);
      return ['| room | what it is for |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The first comment of a file, as one line of a table. */
function headOf(text: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text.trimStart())?.[1] ?? '';
  return comment
    .replace(/^\s*\*/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}
