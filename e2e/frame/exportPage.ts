import { Address, Secp256k1 } from 'ox';
import type { Frame, Page } from 'playwright-core';
import type { Profile } from '../rig/index.ts';
import type { HostPage, Person, Stage } from './stage.ts';

/** A wallet whose export page is shown in a host page made by hand. */
export interface OpenedExport {
  readonly host: HostPage;
  readonly page: Page;
  readonly frame: Frame;
  readonly address: string;
}

export interface ExportSight {
  /** @default 300 */
  height?: number;
  /** @default 368 */
  width?: number;
  /** CSS `zoom` of the frame. @default 1 */
  zoom?: number;
  origin?: string;
  query?: Record<string, string>;
  /** Runs between the wallet's creation and the page. */
  before?(page: Page): Promise<void>;
}

/** Makes a wallet and shows its export page beside the vault, as published clients do. */
export async function openExport(
  stage: Stage,
  profile: Profile,
  { accessToken }: Person,
  { height = 300, width = 368, zoom = 1, origin, query, before }: ExportSight = {},
): Promise<OpenedExport> {
  const host = await stage.open(profile, origin);
  const made = await host.ask('privy:wallet:create', { accessToken });
  const address = String(made.data?.address);
  await before?.(host.page);
  const asked = new URLSearchParams({ address, primaryAddress: address, phrase_export: 'true', ...query });
  const { service } = stage;
  const url = `${service.config.url}/apps/${service.app.id}/embedded-wallets/export?${asked}#token=${accessToken}`;
  const frame = await mountExport(host.page, url, {
    height,
    allow: 'clipboard-write self *',
    style: `width: ${width}px; zoom: ${zoom}`,
  });
  return { host, page: host.page, frame, address };
}

/** Mounts an export page by its address. */
export async function mountExport(
  page: Page,
  url: string,
  shown: { height: number; allow: string; style?: string },
): Promise<Frame> {
  await page.evaluate(([src, look]) => window.frameHost.mount('export', src, look), [url, shown] as const);
  const frame = page.frame({ name: 'export' });
  if (!frame) throw new Error('there is no export frame');
  return frame;
}

/** The address of a private key in hex digits. */
export const addressOf = (privateKey: string) =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: privateKey as `0x${string}` }), {
    checksum: true,
  });
