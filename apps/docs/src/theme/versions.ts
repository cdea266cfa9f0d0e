import { useData, useRoute } from 'vitepress';
import { computed, defineComponent, h, onMounted, ref } from 'vue';
import type { SiteTheme } from '../config.ts';
import { pathOfPlace, type SitePlace, type SiteVersion, versionsFile } from '../places.ts';

/** Returns this version, the path of the site's root, and functions that return paths in another version. */
function useVersions() {
  const { theme, site } = useData<SiteTheme>();
  const route = useRoute();
  const own = theme.value.version;
  const root = site.value.base.slice(0, site.value.base.length - pathOfPlace(own.place).length);
  const page = computed(() => route.path.slice(site.value.base.length));
  return {
    own,
    root,
    startOf: (place: SitePlace) => `${root}${pathOfPlace(place)}`,
    pageOf: (place: SitePlace) => `${root}${pathOfPlace(place)}${page.value}`,
  };
}

/** Links to the current page in every published version, for the menu of the header. */
export const VersionLinks = defineComponent({
  name: 'VersionLinks',
  setup() {
    const { own, root, startOf, pageOf } = useVersions();
    const versions = ref<readonly SiteVersion[]>([]);
    onMounted(async () => {
      // The list is at the root, so an old version also finds newer ones. A version that is served alone has no list.
      const response = await fetch(`${root}${versionsFile}`).catch(() => null);
      if (response?.ok) versions.value = await response.json();
    });
    /** Opens the current page in another version, or that version's start page if it does not have this page. */
    async function open(event: MouseEvent, place: SitePlace): Promise<void> {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const response = await fetch(pageOf(place), { method: 'HEAD' }).catch(() => null);
      location.assign(response?.ok ? `${pageOf(place)}${location.hash}` : startOf(place));
    }
    return () =>
      h(
        'ul',
        { class: 'version-links' },
        versions.value.map(({ place, label }) =>
          h('li', { key: place }, [
            h(
              'a',
              {
                href: pageOf(place),
                // Without a target, VitePress would look for the page in its own version.
                target: '_self',
                ...(place === own.place ? { 'aria-current': 'true' } : {}),
                onClick: (event: MouseEvent) => open(event, place),
              },
              label,
            ),
          ]),
        ),
      );
  },
});

/** Notice above each page with the theme's usual layout, in a version that is not the newest release. */
export const VersionNotice = defineComponent({
  name: 'VersionNotice',
  setup() {
    const { own, startOf } = useVersions();
    if (own.place === 'latest') return () => null;
    const about =
      own.place === 'next'
        ? 'This page is about changes that are not released yet.'
        : `This page is about version ${own.label}.`;
    return () =>
      h('p', { class: 'version-notice' }, [
        `${about} `,
        h('a', { href: startOf('latest'), target: '_self' }, 'Newest release'),
      ]);
  },
});
