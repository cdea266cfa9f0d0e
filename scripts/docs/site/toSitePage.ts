import { posix } from 'node:path';

/** Returns the new target of a link, from a path relative to the root (with its anchor). */
export type MapLink = (target: string, isImage: boolean) => string;

/** Matches fenced blocks, comments and inline code, which are not converted as prose. */
const code = /(^ *```[\s\S]*?^ *```$|<!--[\s\S]*?-->|``[^\n]+?``|`[^`\n]+`)/gm;

/**
 * Converts a Markdown file of the repository to a page of the site.
 *
 * @param path of the file, relative to the root
 * @param url its address in the repository, where diagrams are drawn
 */
export function toSitePage(path: string, text: string, url: string, mapLink: MapLink): string {
  const parts = text.split(code).map((part) => {
    if (part.startsWith('<!--')) return '';
    if (part.startsWith('```mermaid')) return `[Diagram](${url})`;
    if (/^ *```/.test(part)) return toTabs(part);
    return part.startsWith('`') ? part : mapProse(part, path, mapLink);
  });
  return joinTabs(parts.join(''));
}

/** Replaces the targets of links and images. Escapes what Vue would read as an element or an expression. */
function mapProse(prose: string, path: string, mapLink: MapLink): string {
  return prose
    .replace(
      /(!?)(\[[^\]]*)?\]\(([^()\s]+)\)/g,
      (whole, mark: string, label: string | undefined, target: string) => {
        if (/^[a-z]+:/i.test(target)) return whole;
        const [file = '', anchor] = target.split('#');
        const absolute = file ? posix.join(posix.dirname(path), file) : path;
        const mapped = mapLink(`${absolute}${anchor ? `#${anchor}` : ''}`, mark === '!');
        return `${mark}${label ?? ''}](${mapped})`;
      },
    )
    .replace(/<(?!https?:)/g, '&lt;')
    .replaceAll('{{', '&#123;&#123;');
}

const installer = /^( *)```sh\n *npm install ([^\n&|\\]+)\n *```$/;

/** Converts a block with a single `npm install` to tabs for npm, pnpm and yarn. */
function toTabs(block: string): string {
  const [, indent = '', packages] = installer.exec(block) ?? [];
  if (packages === undefined || indent !== '') return block;
  const tabs = [
    ['npm', `npm install ${packages}`],
    ['pnpm', `pnpm add ${packages}`],
    ['yarn', `yarn add ${packages}`],
  ].map(([name, command]) => `\`\`\`sh [${name}]\n${command}\n\`\`\``);
  return ['::: code-group', ...tabs, ':::'].join('\n');
}

/** Joins consecutive blocks that each have a title (```` ```tsx [Latchkey] ````) into tabs. */
function joinTabs(text: string): string {
  const titled = /(?:^```\w+ \[[^\]]+\]\n[\s\S]*?^```$\n*){2,}/gm;
  return text.replace(titled, (blocks, offset: number) =>
    text.slice(0, offset).trimEnd().endsWith('::: code-group')
      ? blocks
      : `::: code-group\n${blocks.trimEnd()}\n:::\n\n`,
  );
}
