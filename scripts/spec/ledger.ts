import { isLayer, type Layer } from './layers.ts';

export interface Requirement {
  id: string;
  /** `email`, `sessions` …; `security` for the S rows. */
  area: string;
  /** Each of these layers needs its own proof. Empty for S rows, which any test may prove. */
  layers: readonly Layer[];
}

const requirementsFile = 'docs/spec/requirements.tsv';
const securityFile = 'docs/spec/security.md';
const partialFile = 'docs/spec/partial.tsv';

/**
 * Reads both ledgers: the requirements and the security rows.
 *
 * @param read returns a file's text, or null if it does not exist
 * @throws Error for a row with a layer that is not in the table of `layers.ts`.
 */
export function readRequirements(read: (path: string) => string | null): Requirement[] {
  const [, ...rows] = (read(requirementsFile) ?? '').trimEnd().split('\n');
  const requirements = rows.filter(Boolean).map((row) => {
    const [id = '', area = '', layer = ''] = row.split('\t');
    return { id, area, layers: readLayers(id, layer) };
  });
  const security = [...(read(securityFile) ?? '').matchAll(/^\| (S\d+) \|/gm)];
  return [...requirements, ...security.map(([, id = '']) => ({ id, area: 'security', layers: [] }))];
}

function readLayers(id: string, column: string): Layer[] {
  return column.split('+').map((word) => {
    if (!isLayer(word))
      throw new Error(`${id} names the layer '${word}', which scripts/spec/layers.ts does not know.`);
    return word;
  });
}

/**
 * Reads the requirements that are proved only in part: id → missing part. Tests name them for the part that is built;
 * they count as open until everything is built and tested.
 *
 * @param read as for `readRequirements`
 */
export function readPartial(read: (path: string) => string | null): Map<string, string> {
  const [, ...rows] = (read(partialFile) ?? '').trimEnd().split('\n');
  return new Map(
    rows.filter(Boolean).map((row) => {
      const [id = '', waits = ''] = row.split('\t');
      return [id, waits];
    }),
  );
}

export function readLedger(read: (path: string) => string | null): Set<string> {
  return new Set(readRequirements(read).map(({ id }) => id));
}

/** Returns the requirement ids in square brackets in a test's title: `[OTP-05] …`, `[S22, SESS-04] …`. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) => {
    const words = inside.split(/[\s,]+/);
    return words.every((word) => /^([A-Z]+-\d+|S\d+)$/.test(word)) ? words : [];
  });
}
