import { expect, it } from 'vitest';
import { toSitePage } from './toSitePage.ts';

const convert = (text: string) =>
  toSitePage('docs/guide/a.md', text, 'https://repository.example', (target) => `→${target}`);

it('links and images are mapped by their paths from the root; links to other sites and inline code stay as they are', () => {
  expect(
    convert('[a](b.md#c) [`d`](../e.md) ![f](../images/g.png) [h](https://example.com) `[i](j.md)`'),
  ).toBe(
    '[a](→docs/guide/b.md#c) [`d`](→docs/e.md) ![f](→docs/images/g.png) [h](https://example.com) `[i](j.md)`',
  );
});

it('a link to a heading of the same page gets the path of the page', () => {
  expect(convert('[a](#b)')).toBe('[a](→docs/guide/a.md#b)');
});

it('`<` and `{{` in prose are escaped for Vue; addresses and inline code stay as they are, and comments are removed', () => {
  expect(convert('a <b> {{ c }} <https://d.example> <!-- e -->`<f> {{ g }}`')).toBe(
    'a &lt;b> &#123;&#123; c }} <https://d.example> `<f> {{ g }}`',
  );
});

it('an install becomes tabs for npm, pnpm and yarn; an install followed by another command stays as it is', () => {
  expect(convert('```sh\nnpm install -D a b\n```')).toBe(
    '::: code-group\n```sh [npm]\nnpm install -D a b\n```\n```sh [pnpm]\npnpm add -D a b\n```\n```sh [yarn]\nyarn add -D a b\n```\n:::',
  );
  expect(convert('```sh\nnpm install a\nnpm start\n```')).toBe('```sh\nnpm install a\nnpm start\n```');
});

it('consecutive code blocks with titles become tabs', () => {
  expect(convert('```jsx [A]\n1\n```\n\n```tsx [B]\n2\n```\n\nc')).toBe(
    '::: code-group\n```jsx [A]\n1\n```\n\n```tsx [B]\n2\n```\n:::\n\nc',
  );
});

it('a Mermaid diagram becomes a link to its page in the repository', () => {
  expect(convert('```mermaid\nflowchart LR\n```')).toBe('[Diagram](https://repository.example)');
});
