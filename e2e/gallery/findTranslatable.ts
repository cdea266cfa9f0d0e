import type { Page } from 'playwright-core';
import { shownParts } from './findOverflow.ts';

/**
 * Patterns of texts that a translator must not see: Ethereum addresses and hashes and Solana addresses, in full or
 * shortened; backup codes; the key of an authenticator app.
 */
const verbatim = [
  '0x[0-9a-fA-F]{4,}',
  '[1-9A-HJ-NP-Za-km-z]{6}\\u2060?…\\u2060?[1-9A-HJ-NP-Za-km-z]{4}',
  '\\b(?=\\w*\\d)[1-9A-HJ-NP-Za-km-z]{32,44}\\b',
  '[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}',
  '(?:[A-Z2-7]{4} ){4}',
].join('|');

/** Elements in which codes and passwords are typed or shown. */
const entries = '.code .box, .code input, input[name=text], input[name=password], [data-password]';

/**
 * Finds secrets, codes and addresses in the modal or on a hosted page that a browser's translator would send away and
 * replace.
 *
 * @returns their texts, or the names of their elements
 */
export function findTranslatable(page: Page): Promise<string[]> {
  return page.locator(shownParts).evaluate(
    (shown, { verbatim, entries }) => {
      const pattern = new RegExp(verbatim);
      const panel = shown.querySelector('latchkey-panel')?.shadowRoot;
      return [shown, ...(panel ? [panel] : [])].flatMap((root) => {
        const found: string[] = [];
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement?.translate && pattern.test(text.textContent ?? '')) {
            found.push(`“${text.textContent}”`);
          }
        }
        for (const element of root.querySelectorAll<HTMLElement>('[title]')) {
          if (element.translate && pattern.test(element.title)) found.push(`title “${element.title}”`);
        }
        for (const element of root.querySelectorAll<HTMLElement>(entries)) {
          if (element.translate) found.push(`${element.tagName} ${element.className}`);
        }
        return found;
      });
    },
    { verbatim, entries },
  );
}
