import { withBase } from 'vitepress';
import { h } from 'vue';

export const NotFound = () =>
  h('main', { class: 'landing not-found' }, [
    h('h1', 'Page not found'),
    h(
      'p',
      { class: 'landing-lead' },
      'The page has moved, or the link is wrong. The search at the top finds every page.',
    ),
    h('p', { class: 'landing-actions' }, [h('a', { href: withBase('/') }, 'Start page')]),
  ]);
