import { relative } from 'node:path';
import { root } from '../build/contentHash.ts';
import { isProofOf, type Layer } from './layers.ts';
import type { Requirement } from './ledger.ts';
import type { Proofs } from './proofs.ts';

export interface Area {
  area: string;
  total: number;
  proved: number;
  /** Ids that passing tests name but prove only in part, each with its missing part. Not counted as proved. */
  partial: { id: string; waits: string }[];
  /** Ids that passing tests name, with the layers of their rows that no test proves. Not counted as proved. */
  lacking: { id: string; layers: Layer[] }[];
  /** Ids that no passing test names, or that a failing one names. */
  missing: string[];
}

export interface Coverage {
  total: number;
  proved: number;
  areas: Area[];
  /** Test files of each proved id, relative to the root. */
  proofs: Record<string, string[]>;
}

/**
 * Compares the ledger with the proofs, area by area in the ledger's order. A requirement without a missing part is
 * proved if each of its layers has a passing test or, without layers, if any test that names it passes.
 *
 * @param waiting id → missing part, of requirements that are proved in part
 */
export function coverageOf(
  requirements: readonly Requirement[],
  proofs: Proofs,
  waiting: ReadonlyMap<string, string>,
): Coverage {
  const filesOf = (id: string) => [...(proofs.get(id) ?? [])].map((file) => relative(root, file)).sort();
  const isProved = (requirement: Requirement) =>
    proofs.has(requirement.id) &&
    !waiting.has(requirement.id) &&
    lackingLayers(requirement, filesOf(requirement.id)).length === 0;
  const byArea = new Map<string, Requirement[]>();
  for (const requirement of requirements) {
    byArea.set(requirement.area, [...(byArea.get(requirement.area) ?? []), requirement]);
  }
  const areas = [...byArea].map(([area, members]) => {
    const named = members.filter(({ id }) => proofs.has(id));
    const missing = members.filter(({ id }) => !proofs.has(id)).map(({ id }) => id);
    const partial = named.flatMap(({ id }) => {
      const waits = waiting.get(id);
      return waits ? [{ id, waits }] : [];
    });
    const lacking = named.flatMap((requirement) => {
      const layers = lackingLayers(requirement, filesOf(requirement.id));
      return layers.length > 0 ? [{ id: requirement.id, layers }] : [];
    });
    return {
      area,
      total: members.length,
      proved: members.filter(isProved).length,
      partial,
      lacking,
      missing,
    };
  });
  const proved = requirements.filter(isProved);
  return {
    total: requirements.length,
    proved: proved.length,
    areas,
    proofs: Object.fromEntries(proved.map(({ id }) => [id, filesOf(id)])),
  };
}

function lackingLayers({ layers }: Requirement, files: readonly string[]): Layer[] {
  return layers.filter((layer) => !files.some((file) => isProofOf(layer, file)));
}

/**
 * Formats the coverage as text: one line for each area, and below it the missing ids, the layers without a proof, and
 * the missing parts of those proved in part.
 */
export function toTable({ areas, proved, total }: Coverage): string {
  const width = Math.max(...areas.map(({ area }) => area.length));
  const lines = areas.map(({ area, proved, total, partial, lacking, missing }) => {
    const count = `${String(proved).padStart(3)} / ${String(total).padEnd(3)}`;
    const wanted = missing.length > 0 ? wrap(`missing: ${missing.join(' ')}`, 100, '      ') : '';
    const unproved = lacking
      .map(({ id, layers }) => `\n      no test in a layer: ${id} (${layers.join(', ')})`)
      .join('');
    const waiting = partial.map(({ id, waits }) => `\n      in part: ${id} (waits: ${waits})`).join('');
    return `  ${area.padEnd(width)}  ${count.trimEnd()}${wanted}${unproved}${waiting}`;
  });
  const inPart = areas.reduce((sum, { partial }) => sum + partial.length, 0);
  const sum = `${proved} of ${total} requirements are proved by passing tests that name them, in each layer that they name`;
  return `${lines.join('\n')}\n\n  ${sum}, ${inPart} more in part.`;
}

function wrap(text: string, width: number, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.map((line) => `\n${indent}${line}`).join('');
}
