import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';

/** A page of the documentation. */
export interface Page {
  /** From the root, with slashes. */
  path: string;
  text: string;
}

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** Line of the page on which its first line stands, from 1. */
  line: number;
  language: string;
  text: string;
}

const ignored = new Set(['node_modules', 'dist', 'artifacts']);

/** Reads every Markdown file of the repository. */
export function readPages(folder = ''): Page[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : readPages(path);
    }
    return entry.name.endsWith('.md') ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** The fenced blocks of a page, in their order. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page: path,
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** Targets of a page's links and pictures that stay in the repository, without their anchors. */
export function localLinksOf({ text }: Page): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target));
}
