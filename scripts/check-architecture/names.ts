import type { Rule } from './tree.ts';

/** Names that say nothing about the content, so any code could go there (CONTRIBUTING.md, Code style). */
const nameless = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'lib', 'types']);

/**
 * Refuses names of files and folders that say nothing, and requires a comment about its purpose at the start of each
 * module's `index.ts`.
 */
export const names: Rule = ({ files }) =>
  files.flatMap(({ path, module, text, isTest }) => {
    const parts = path.replace(/\.(test\.|browser\.test\.)?tsx?$/, '').split('/');
    const bad = parts.find((part) => nameless.has(part));
    const isModuleIndex = module !== '' && !isTest && path.endsWith(`/src/${module}/index.ts`);
    return [
      ...(bad
        ? [{ path, message: `is called "${bad}", which says nothing. A helper lives with its user.` }]
        : []),
      ...(isModuleIndex && !text.trimStart().startsWith('/**')
        ? [
            {
              path,
              line: 1,
              message:
                'begins without a comment: say what the module does, what it owns and which modules it uses.',
            },
          ]
        : []),
    ];
  });
