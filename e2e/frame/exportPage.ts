import type { Frame, Page } from 'playwright-core';
import type { Profile } from '../harness/index.ts';
import type { FrameFixture, FrameHostPage, Person } from './fixture.ts';

export interface Holder {
  readonly person: Person;
  readonly host: FrameHostPage;
  readonly page: Page;
  readonly address: string;
  show(look?: ExportLook): Promise<ShownExport>;
  unmountAll(): Promise<void>;
}

export interface ShownExport {
  readonly frame: Frame;
  /** Sets the frame's style to its usual one plus this. */
  restyle(style: string): Promise<void>;
}

export interface ExportLook {
  /** Height in px. @default 300 */
  height?: number;
  /** Width in px. @default 368 */
  width?: number;
  /** CSS `zoom` of the frame. @default 1 */
  zoom?: number;
  query?: Record<string, string>;
  /** `allow` attribute of the frame. @default copying is allowed */
  allow?: string;
}

export async function openHolder(fixture: FrameFixture, profile: Profile, origin?: string): Promise<Holder> {
  const [person, host] = [await fixture.logIn(), await fixture.open(profile, origin)];
  const { page } = host;
  // The window is small, because all of it is painted each time the page is observed.
  await page.setViewportSize({ width: 400, height: 400 });
  const made = await host.request('privy:wallet:create', { accessToken: person.accessToken });
  const address = String(made.data?.address);
  const { service } = fixture;
  const pageUrl = `${service.config.url}/apps/${service.app.id}/embedded-wallets/export`;
  // Each frame has a new name, because the browser may still report the previous frame when the next one is there.
  let frames = 0;
  let unmounted = 0;
  return {
    person,
    host,
    page,
    address,
    async show({ height = 300, width = 368, zoom = 1, query, allow = 'clipboard-write self *' } = {}) {
      frames += 1;
      const name = `export-${frames}`;
      const asked = new URLSearchParams({
        address,
        primaryAddress: address,
        phrase_export: 'true',
        ...query,
      });
      const frame = await mountExport(page, `${pageUrl}?${asked}#token=${person.accessToken}`, {
        name,
        height,
        allow,
        style: `width: ${width}px; zoom: ${zoom}`,
      });
      const usual = `width: 368px; height: ${height}px; border: 0; display: block`;
      return {
        frame,
        restyle: (style) =>
          page.evaluate(([called, given]) => window.frameHost.restyle(called, given), [
            name,
            `${usual}; ${style}`,
          ] as const),
      };
    },
    async unmountAll() {
      for (; unmounted < frames; unmounted += 1)
        await page.evaluate((called) => window.frameHost.unmount(called), `export-${unmounted + 1}`);
    },
  };
}

export async function mountExport(
  page: Page,
  url: string,
  { name = 'export', ...shown }: { name?: string; height: number; allow: string; style?: string },
): Promise<Frame> {
  await page.evaluate(([called, src, look]) => window.frameHost.mount(called, src, look), [
    name,
    url,
    shown,
  ] as const);
  const frame = page.frame({ name });
  if (!frame) throw new Error('there is no export frame');
  return frame;
}
