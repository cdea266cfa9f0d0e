import { parseUrl } from '@latchkey/core';
import { element, fit } from './dom.ts';

export interface AppMark {
  readonly name: string;
  readonly logoUrl: string | null;
}

/** Draws an app's logo, or the first letter of its name if there is none or it cannot be loaded. */
export function mark({ name, logoUrl }: AppMark): HTMLElement {
  const letter = [...fit(name).replaceAll(/[\u2068\u2069]/g, '')][0]?.toUpperCase() ?? '?';
  const tile = element('span', { class: 'mark', 'aria-hidden': 'true' }, letter);
  if (!logoUrl || !isImageUrl(logoUrl)) return tile;
  const image = element('img', { alt: '', referrerpolicy: 'no-referrer', decoding: 'async' });
  image.addEventListener('error', () => image.remove());
  image.addEventListener('load', () => tile.classList.add('drawn'));
  image.src = logoUrl;
  tile.append(image);
  return tile;
}

/** Returns true for an http, https or data URL. Others are not requested. */
const isImageUrl = (url: string): boolean => /^(https?|data):$/.test(parseUrl(url)?.protocol ?? '');

export function marks(requester: AppMark, provider: AppMark): HTMLElement {
  return element(
    'div',
    { class: 'marks' },
    mark(requester),
    element('i', { 'aria-hidden': 'true' }),
    mark(provider),
  );
}
