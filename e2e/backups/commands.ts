import { readFileSync } from 'node:fs';

/**
 * Returns the commands of a section of a guide, unchanged.
 *
 * @param step text after the `#` in the first line of the block
 * @param guide name of the page
 * @throws Error if the section has no such block
 */
export function commandsOf(section: string, step: string, guide = 'backups'): string {
  const text = readFileSync(new URL(`../../docs/guide/${guide}.md`, import.meta.url), 'utf8');
  const body = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const blocks = [...body.matchAll(/^ *```sh\n *# (.*)\n([\s\S]*?)^ *```$/gm)];
  const found = blocks.find(([, name]) => name === step)?.[2];
  if (found === undefined) throw new Error(`docs/guide/${guide}.md has no '# ${step}' under '${section}'`);
  return found;
}
