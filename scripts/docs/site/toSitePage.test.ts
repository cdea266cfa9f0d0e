import { expect, it } from 'vitest';
import { toSitePage } from './toSitePage.ts';

const convert = (text: string) =>
  toSitePage('docs/guide/a.md', text, 'https://repository.example', (target) => `→${target}`);

it('links and images of a page lead from the root, and other addresses and code stay', () => {
  expect(
    convert('[a](b.md#c) [`d`](../e.md) ![f](../images/g.png) [h](https://example.com) `[i](j.md)`'),
  ).toBe(
    '[a](→docs/guide/b.md#c) [`d`](→docs/e.md) ![f](→docs/images/g.png) [h](https://example.com) `[i](j.md)`',
  );
});

it('a link to a heading of the same page keeps its page', () => {
  expect(convert('[a](#b)')).toBe('[a](→docs/guide/a.md#b)');
});

it('what Vue would read as an element or an expression is text, and comments disappear', () => {
  expect(convert('a <b> {{ c }} <https://d.example> <!-- e -->`<f> {{ g }}`')).toBe(
    'a &lt;b> &#123;&#123; c }} <https://d.example> `<f> {{ g }}`',
  );
});

it('an install becomes tabs of package managers, and a block with other commands stays', () => {
  expect(convert('```sh\nnpm install -D a b\n```')).toBe(
    '::: code-group\n```sh [npm]\nnpm install -D a b\n```\n```sh [pnpm]\npnpm add -D a b\n```\n```sh [yarn]\nyarn add -D a b\n```\n:::',
  );
  expect(convert('```sh\nnpm install a\nnpm start\n```')).toBe('```sh\nnpm install a\nnpm start\n```');
});

it('blocks with titles that follow each other become tabs', () => {
  expect(convert('```jsx [A]\n1\n```\n\n```tsx [B]\n2\n```\n\nc')).toBe(
    '::: code-group\n```jsx [A]\n1\n```\n\n```tsx [B]\n2\n```\n:::\n\nc',
  );
});

it('a diagram becomes a link to the repository, which draws it', () => {
  expect(convert('```mermaid\nflowchart LR\n```')).toBe('[Diagram](https://repository.example)');
});
