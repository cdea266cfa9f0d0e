import { readFileSync } from 'node:fs';

const page = new URL('../../docs/guide/backups.md', import.meta.url);

/**
 * The commands of a section of the guide, as they stand there.
 *
 * @param step what the first line of the block says behind its `#`
 * @throws Error when the section has no such block
 */
export function commandsOf(section: string, step: string): string {
  const text = readFileSync(page, 'utf8');
  const body = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const blocks = [...body.matchAll(/^```sh\n# (.*)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, name]) => name === step)?.[2];
  if (found === undefined) throw new Error(`docs/guide/backups.md has no '# ${step}' under '${section}'`);
  return found;
}
