/**
 * The look of the site: VitePress's theme in the colours of the modal, the start page, the page for unknown paths, the
 * playground, and the menu of versions. Owns no data. VitePress loads it.
 */

import type { Theme } from 'vitepress';
// The theme without its web font: pages use the system's fonts, as the modal does.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { Landing } from './Landing.ts';
import { NotFound } from './NotFound.ts';
import { Playground } from './Playground.ts';
import { VersionLinks, VersionNotice } from './versions.ts';
import './style.css';
import './landing.css';
import './playground.css';
import './versions.css';

export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': NotFound, 'doc-before': () => h(VersionNotice) }),
  enhanceApp({ app }) {
    app.component('Landing', Landing);
    app.component('Playground', Playground);
    // The header's menu in `config.ts` refers to this component by name.
    app.component('VersionLinks', VersionLinks);
  },
};
