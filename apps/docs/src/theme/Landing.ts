import { Content, useData, withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

interface Action {
  readonly text: string;
  readonly link: string;
}

interface LandingFacts {
  readonly heading: string;
  readonly lead: string;
  readonly actions: readonly Action[];
  readonly tasks: readonly (Action & { readonly details: string })[];
}

/** Layout of the start page. */
export const Landing = defineComponent({
  name: 'LandingPage',
  setup() {
    const { frontmatter } = useData();
    return () => {
      const { heading, lead, actions, tasks } = frontmatter.value as LandingFacts;
      return h('main', { class: 'landing' }, [
        h('div', { class: 'landing-top' }, [
          h('div', [
            h('h1', heading),
            h('p', { class: 'landing-lead' }, lead),
            h(
              'p',
              { class: 'landing-actions' },
              actions.map(({ text, link }) => h('a', { href: withBase(link) }, text)),
            ),
          ]),
          h('div', { class: 'landing-modal' }, [
            h('img', { src: withBase('/images/modal.png'), alt: 'The login modal', width: 960, height: 680 }),
          ]),
        ]),
        h(
          'ul',
          { class: 'landing-tasks' },
          tasks.map(({ text, link, details }) =>
            h('li', [h('a', { href: withBase(link) }, [h('strong', text), h('span', details)])]),
          ),
        ),
        h(Content, { class: 'vp-doc landing-text' }),
      ]);
    };
  },
});
