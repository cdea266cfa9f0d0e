import { fail } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';

/** Colours as hex, `rgb()` or `hsl()`. The export page reads only `background`, and is dark if that colour is dark. */
export interface ExportColors {
  readonly background?: string;
  readonly background2?: string;
  readonly foreground3?: string;
  readonly foregroundAccent?: string;
  readonly accent?: string;
  readonly accentDark?: string;
  readonly success?: string;
}

export interface ExportFrameInput {
  readonly container: HTMLElement;
  readonly address: string;
  /** Address of the wallet at index 0 of the same entropy. */
  readonly primaryAddress: string;
  readonly walletIndex: number;
  readonly hasPhrase: boolean;
  readonly accessToken: string;
  readonly colors: ExportColors;
  readonly locale: string;
}

/**
 * Mounts the export page in an element of the host page. An access token in its URL would end up in histories and
 * logs, so it is sent by message. The page sends nothing back (docs/wire/protocol.md §4.6).
 */
export async function mountExportFrame(page: PageContext, input: ExportFrameInput): Promise<HTMLElement> {
  const { options, base, environment } = page;
  const hostWindow = environment.window ?? fail('no_api');
  const { container, accessToken, colors, locale, hasPhrase } = input;
  const query = new URLSearchParams({
    primaryAddress: input.primaryAddress,
    address: input.address,
    walletIndex: String(input.walletIndex),
    width: `${container.clientWidth}px`,
    caid: page.analyticsId(),
    phrase_export: String(hasPhrase),
    locale,
    ...colors,
  });
  if (options.clientId) query.set('client_id', options.clientId);
  const frame = hostWindow.document.createElement('iframe');
  frame.title = 'Latchkey export';
  frame.setAttribute('allow', 'clipboard-write self *');
  frame.style.cssText = 'display: block; width: 100%; height: 100%; border: 0';
  frame.src = `${base.get().url}/apps/${encodeURIComponent(options.appId)}/embedded-wallets/export?${query}`;
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    container.append(frame);
  });
  frame.contentWindow?.postMessage({ event: 'privy:export:token', token: accessToken }, base.get().url);
  return frame;
}
