import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhibits } from '../../apps/gallery/src/states/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { readCatalogues } from '../../scripts/messages/readCatalogues.ts';
import { findBarriers, type Screen } from '../harness/index.ts';
import { findOverflow } from './findOverflow.ts';
import { findTranslatable } from './findTranslatable.ts';
import { type GalleryFixture, startGallery } from './fixture.ts';
import { isUpdate, isWanted, type Pictures, readPictures } from './pictures.ts';

/**
 * One scheme for each size covers both schemes. The wide run, and a run that takes new pictures, use all four
 * combinations.
 */
const isWide = process.env.LATCHKEY_WIDE === '1' || isUpdate;
const schemesOf: Readonly<Record<Screen, readonly ('dark' | 'light')[]>> = {
  desktop: isWide ? ['dark', 'light'] : ['light'],
  phone: isWide ? ['dark', 'light'] : ['dark'],
};

/** Axe rules whose result can depend on screen size or colour scheme. */
const rulesOfLooks = ['color-contrast', 'scrollable-region-focusable', 'target-size'];
const rulesFor = (screen: Screen) => (screen === 'desktop' || isWide ? undefined : rulesOfLooks);

/**
 * Languages in which nothing may be cut off on a small phone: German with its long words, and Arabic from right to
 * left. The wide run has all.
 */
const languages = isWide
  ? readCatalogues(join(root, 'messages'))
      .map(({ language }) => language)
      .filter((language) => language !== 'en')
  : ['de', 'ar'];
const scripts = isWide ? ['Gallery Japanese', 'Gallery Arabic'] : ['Gallery Arabic'];
const smallPhone = { width: 360, height: 640 };

let fixture: GalleryFixture;
let pictures: Pictures;

beforeAll(async () => {
  fixture = await startGallery();
  pictures = await readPictures(fixture.browser);
});
afterAll(() => fixture.close());

const screenNames = [...new Set(exhibits.map(({ name }) => name.split(':')[0] ?? ''))];
/** True for a state of a hosted page, which is a whole page. */
const isHosted = (name: string) => name.startsWith('HOSTED_');
const statesOf = (screenName: string) =>
  exhibits.map(({ name }) => name).filter((name) => name.startsWith(`${screenName}: `) && isWanted(name));

describe.each(['desktop', 'phone'] as const)('the gallery on a %s', (size) => {
  const spoken = size === 'phone' ? languages : [];
  let page: Page;
  let session: CDPSession;

  beforeAll(async () => {
    page = await fixture.open(size);
    session = await page.context().newCDPSession(page);
    // Loads the texts of each language. From then on the language changes in place.
    for (const language of spoken) await speak(page, language);
  });

  it.each(screenNames)(
    'every state of %s passes axe, cuts nothing off in the tested languages, keeps secrets from translators and looks as before',
    async (screenName) => {
      const faults: string[] = [];
      for (const name of statesOf(screenName)) faults.push(...(await findFaults(name)));
      expect(faults).toEqual([]);
    },
    300_000, // Long, because it only ends a hang.
  );

  it('the gallery’s page has loaded the fonts that the languages need', async () => {
    // A machine without these fonts draws boxes instead of letters.
    const loaded = await page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '')),
    );
    expect(loaded).toEqual(expect.arrayContaining(size === 'phone' ? scripts : []));
  });

  async function findFaults(name: string): Promise<string[]> {
    await show(page, name);
    const faults = await findCutOff(name);
    faults.push(...(await findTranslatable(page)).map((what) => `${name}: ${what} may be translated`));
    for (const colorScheme of schemesOf[size]) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const barriers = await findBarriers(
        page,
        isHosted(name) ? undefined : 'latchkey-modal',
        rulesFor(size),
      );
      faults.push(...barriers.map((barrier) => `${name}, ${colorScheme}: ${barrier}`));
      faults.push(...(await pictures.compare(page, session, `${name} ${size} ${colorScheme}`)));
    }
    if (spoken.length === 0) return faults;
    const viewport = page.viewportSize() ?? smallPhone;
    await page.setViewportSize(smallPhone);
    for (const language of spoken) {
      await speak(page, language);
      faults.push(...(await findCutOff(`${name}, ${language}`)));
    }
    await page.setViewportSize(viewport);
    return faults;
  }

  async function findCutOff(state: string): Promise<string[]> {
    return (await findOverflow(page)).map((element) => `${state}: ${element} is cut off`);
  }
});

it('[LAND-05] the landing offers "I have a passkey" if passkeys are on, and disables a provider’s button after a press', async () => {
  const page = await fixture.open('desktop');
  const passkey = page.getByRole('button', { name: 'I have a passkey' });
  await show(page, 'LANDING: usual');
  expect(await passkey.count()).toBe(0);
  await show(page, 'LANDING: socials');
  await passkey.waitFor();
  const google = page.getByRole('button', { name: 'Google' });
  await google.click();
  await expect.poll(() => google.isDisabled()).toBe(true);
});

it('[MFA-01, MFA-02, MFA-03] the list of factors has a delete button for each enrolled one, and disables SMS for a user who logs in by SMS', async () => {
  const page = await fixture.open('desktop');
  const rows = page.locator('.factor');
  const read = async () => (await rows.allTextContents()).map((text) => text.trim());
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: choice');
  await page.getByRole('heading', { name: 'Choose a verification method', exact: true }).waitFor();
  expect(await read()).toEqual(['Authenticator App (Recommended)', 'SMS', 'Passkey']);
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: one added');
  expect((await read())[0]).toMatch(/^Authenticator AppAdded/);
  expect(await page.getByRole('button', { name: /^Delete / }).allTextContents()).toEqual(['']);
  await page.getByRole('button', { name: 'Delete Authenticator App' }).waitFor();
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: login by SMS');
  expect((await read())[1]).toMatch(/Disabled$/);
  expect(await rows.nth(1).isDisabled()).toBe(true);
});

it('[MFA-04, MFA-06, MFA-17] the list of factors says what factors are for and what a change requires, and a removal must be confirmed', async () => {
  const page = await fixture.open('phone');
  const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: usual');
  await says('Transaction Protection');
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'Enable 2-step verification for your wallet',
    "You'll be prompted to authenticate to complete transactions",
  ]);
  for (const name of ['Continue', 'Not now']) await page.getByRole('button', { name, exact: true }).waitFor();
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: choice');
  await says('How would you like to verify your identity? You can change this later.');
  await show(page, 'MFA_ENROLLMENT_FLOW_SCREEN: one added');
  await says('Verification is required to add or delete methods.');
  for (const [state, title, warns] of [
    ['usual', 'Remove Authenticator App verification?', true],
    ['sms', 'Remove SMS verification?', true],
    ['passkey', 'Are you sure you want to remove passkey verification?', false],
  ] as const) {
    await show(page, `MFA_REMOVAL_SCREEN: ${state}`);
    await says(title);
    await page.getByRole('button', { name: 'Yes, remove', exact: true }).waitFor();
    expect(await page.getByText('keep other verification methods').count()).toBe(warns ? 1 : 0);
  }
});

it('[MFA-11, MFA-13, DISP-07] the screen of passkeys as a factor shows up to three by name, only two of five until View All, and adds no sixth', async () => {
  const page = await fixture.open('desktop');
  const rows = page.locator('.document');
  const add = page.getByRole('button', { name: 'Add new passkey', exact: true });
  await show(page, 'MFA_ENROLLMENT_PASSKEY_SCREEN: three');
  expect(await rows.count()).toBe(3);
  expect(await add.count()).toBe(1);
  await show(page, 'MFA_ENROLLMENT_PASSKEY_SCREEN: five');
  expect(await rows.count()).toBe(2);
  expect(await add.count()).toBe(0);
  await page.getByRole('button', { name: 'View All', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(5);
  expect((await rows.allTextContents()).map((text) => text.replace(/Last used: .*/, ''))).toEqual([
    'Apple Passwords on Safari',
    'Chrome on Android',
    expect.stringMatching(/^A security key .+ on Firefox$/),
    'Edge on Windows',
    'Unknown device',
  ]);
});

it.each([
  ['FUNDING_METHOD_SELECTION', 'loading', 'usual', '.fund-way'],
  ['FUNDING_METHOD_SELECTION', 'usual', 'no price', '.fund-way'],
  ['FUNDING_METHOD_SELECTION', 'from a transaction', 'enough arrived', '.fund-way'],
  ['FUNDING_TRANSFER_FROM_WALLET', 'preparing', 'confirm', '.fund-other, .page-end .button'],
  [
    'FUNDING_TRANSFER_FROM_WALLET',
    'asking for a quote',
    'quote',
    '.fund-other, .fund-picker, .page-end .button',
  ],
  ['FUNDING_MANUAL_TRANSFER', 'usual', 'something arrived', '.fund-qr, .fund-address'],
] as const)(
  '%s keeps its parts in place from state "%s" to state "%s"',
  async (screen, before, after, parts) => {
    const page = await fixture.open('desktop');
    const places = async (state: string) => {
      await show(page, `${screen}: ${state}`);
      const found = await page.locator(`latchkey-modal :is(${parts})`).all();
      return Promise.all(found.map((part) => part.boundingBox()));
    };
    const [first, then] = [await places(before), await places(after)];
    expect(first.length).toBeGreaterThan(0);
    expect(then).toEqual(first);
  },
);

it('the gallery has no picture of a state that does not exist', async () => {
  const page = await fixture.open('desktop');
  expect(await pictures.listStrays(await page.evaluate(() => window.gallery.names))).toEqual([]);
});

async function show(page: Page, name: string): Promise<void> {
  await page.evaluate((given) => window.gallery.show(given), name);
  await settle(page);
}

/**
 * Waits until a hosted page accepts presses, which is after it has been visible in one size for a second, and ends all
 * animations.
 */
async function settle(page: Page): Promise<void> {
  const waiting = page.locator('.hosted .primary:disabled, .hosted .place[inert]');
  while ((await waiting.count()) > 0) await page.clock.fastForward(1_000);
  await endMotion(page);
}

async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((given) => window.gallery.speak(given), language);
  await endMotion(page);
}

/** Finishes all animations of what is shown, and cancels the endless ones. */
function endMotion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const roots = [document, document.querySelector('latchkey-modal, latchkey-panel')?.shadowRoot];
    const findMoving = () =>
      roots.flatMap((root) => root?.getAnimations() ?? []).filter(({ playState }) => playState === 'running');
    for (let moving = findMoving(); moving.length > 0; moving = findMoving()) {
      for (const animation of moving) {
        const isEndless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
        if (isEndless) animation.cancel();
        else animation.finish();
      }
      await new Promise(requestAnimationFrame);
    }
  });
}
