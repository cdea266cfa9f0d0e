import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './contentHash.ts';

const core = join(root, 'packages/core');

/**
 * Copies the documentation of each lazy operation of core to its declaration. In the sources it is on the function.
 * The compiler cannot give a constant the documentation of another module's function, so a host's editor would show
 * none.
 *
 * @throws Error for an operation whose function has no documentation
 */
export async function documentOperations(): Promise<void> {
  const table = await readFile(join(core, 'src/operations.ts'), 'utf8');
  const files = new Map(
    [...table.matchAll(/import\('\.\/([^']+)\.ts'\)\)\.(\w+)/g)].map(([, file = '', name = '']) => [
      name,
      file,
    ]),
  );
  const path = join(core, 'dist/operations.d.ts');
  const { atime, mtime } = await stat(path);
  const declared = (await readFile(path, 'utf8')).replaceAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/g, '');
  const parts: string[] = [];
  for (const line of declared.split(/^(?=export declare const )/m)) {
    const name = /^export declare const (\w+)/.exec(line)?.[1];
    const file = name && files.get(name);
    parts.push(file ? `${await documentationOf(file, name)}\n${line}` : line);
  }
  await writeFile(path, parts.join(''));
  // Restores the times, because the compiler would otherwise consider the file newer than its last check.
  await utimes(path, atime, mtime);
}

async function documentationOf(file: string, name: string): Promise<string> {
  const declarations = await readFile(join(core, `dist/${file}.d.ts`), 'utf8');
  const form = new RegExp(
    String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/)\nexport declare (?:function|const) ${name}\b`,
  );
  const found = form.exec(declarations)?.[1];
  const other = new RegExp(String.raw`^export \{ ${name} \} from '(\.[^']+)\.[jt]s';`, 'm').exec(
    declarations,
  )?.[1];
  if (!found && other) return documentationOf(join(dirname(file), other), name);
  if (!found) throw new Error(`${name} has no documentation in packages/core/src/${file}.ts`);
  return found;
}
