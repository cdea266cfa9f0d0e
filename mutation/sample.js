import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Lets through `MUTATION_SAMPLE` mutants, the same in every run of the same code: those with the lowest hash, which
 * includes the seed. The others are reported as compile errors, which Stryker leaves out of the score. A separate
 * JavaScript file, because Stryker loads it without a compiler.
 */
class SampleChecker {
  async init() {}

  /** In one group, because the draw needs all of them. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  /** @param mutants changes of the code, each with its file, place and replacement */
  async check(mutants) {
    const drawn = [...mutants]
      .sort((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1))
      .slice(0, Number(process.env.MUTATION_SAMPLE))
      .map(({ id }) => id);
    const isDrawn = new Set(drawn);
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        isDrawn.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    );
  }
}

const hashes = new Map();

/** Hashes a mutant by the text of its lines, so the draw stays the same if they move. */
function hashOf({ id, fileName, location, mutatorName, replacement }) {
  const known = hashes.get(id);
  if (known) return known;
  const { MUTATION_SEED = '', MUTATION_ROOT = '' } = process.env;
  const file = relative(process.cwd(), fileName);
  const lines = readFileSync(join(MUTATION_ROOT, file), 'utf8').split('\n');
  const { start, end } = location;
  const text = lines.slice(start.line, end.line + 1).map((line) => line.trim());
  const columns = [start.column, end.column].map(
    (column, at) => column - indentOf(lines[at ? end.line : start.line]),
  );
  const facts = [MUTATION_SEED, file, text, columns, mutatorName, replacement];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  hashes.set(id, hash);
  return hash;
}

const indentOf = (line = '') => line.length - line.trimStart().length;

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
