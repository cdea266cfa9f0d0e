import { useData, withBase } from 'vitepress';
import { computed, defineComponent, h, onMounted, type Ref, ref, watch } from 'vue';

const sizes = { dialog: { width: 480, height: 720 }, phone: { width: 390, height: 720 } } as const;

/** Shows a state of the gallery in an iframe, with fields to choose it. */
export const Playground = defineComponent({
  name: 'GalleryPlayground',
  setup() {
    const { frontmatter, isDark } = useData();
    const states = frontmatter.value.states as readonly string[];
    const languages = frontmatter.value.languages as readonly string[];
    const screens = [...new Set(states.map(screenOf))];
    const state = ref(states.find((name) => name === 'LANDING: socials') ?? '');
    const screen = ref(screenOf(state.value));
    const theme = ref('light');
    const language = ref('en');
    const isMounted = ref(false);
    const size = ref<keyof typeof sizes>('dialog');
    // The page is rendered at build time, when the reader's theme is not known.
    onMounted(() => {
      theme.value = isDark.value ? 'dark' : 'light';
      isMounted.value = true;
    });
    watch(isDark, (dark) => {
      theme.value = dark ? 'dark' : 'light';
    });
    const statesOfScreen = computed(() => states.filter((name) => screenOf(name) === screen.value));
    watch(screen, () => {
      state.value = statesOfScreen.value[0] ?? '';
    });
    const source = computed(() => {
      const query = { state: state.value, theme: theme.value, language: language.value };
      return withBase(`/gallery/index.html?${new URLSearchParams(query)}`);
    });
    return () =>
      h('div', { class: 'playground' }, [
        h('form', { class: 'playground-choices' }, [
          choose('Screen', screen, screens, nameOf),
          choose('State', state, statesOfScreen.value, (name) => name.slice(screen.value.length + 2)),
          choose('Theme', theme, ['light', 'dark']),
          choose('Language', language, languages, languageName),
          choose('Size', size, Object.keys(sizes)),
        ]),
        isMounted.value
          ? h('iframe', { key: source.value, src: source.value, title: state.value, ...sizes[size.value] })
          : null,
      ]);
  },
});

const screenOf = (state: string) => state.split(':')[0] ?? '';

/** Returns the name of a screen for readers, such as `Awaiting code` for `AWAITING_CODE_SCREEN`. */
function nameOf(screen: string): string {
  const words = screen
    .replace(/_SCREEN$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const languageName = (tag: string) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;

function choose<V extends string>(
  label: string,
  chosen: Ref<V>,
  values: readonly string[],
  toText: (value: string) => string = (value) => value,
) {
  const onChange = ({ target }: Event) => {
    chosen.value = (target as HTMLSelectElement).value as V;
  };
  const options = values.map((value) =>
    h('option', { key: value, value, selected: value === chosen.value }, toText(value)),
  );
  return h('label', [h('span', label), h('select', { onChange, value: chosen.value }, options)]);
}
