import ts from 'typescript';
import { lineOf, type Rule, type SourceFile, type Violation, visitNodes } from './tree.ts';

/** Files that may create proofs, in addition to a method's own `prove….ts`: only from content that was verified. */
const verifiers = [
  'admission/proveCode.ts',
  'cross-app/prove.ts',
  'methods/custom-token/customToken.ts',
  'methods/guest/guest.ts',
  'methods/oauth/oauth.ts',
  'methods/telegram/verifyTelegram.ts',
  'methods/changes/transfer.ts',
].map((path) => `packages/server/src/${path}`);

const ownVerifier = /^packages\/server\/src\/methods\/[a-z-]+\/prove[A-Z]\w*\.ts$/;

/** The file that defines proofs, and the index that exports it. */
const makers = ['proof.ts', 'admission/index.ts'].map((path) => `packages/server/src/${path}`);

/**
 * Files that create approvals in the frame: its start, based on the app's setting, and the reader of the approval
 * page's messages.
 */
const approvers: Readonly<Record<string, string>> = {
  approveByHost: 'packages/frame/src/frame.ts',
  approveByPerson: 'packages/frame/src/approval/messages.ts',
};
const approvalMaker = 'packages/frame/src/approval/approval.ts';

/**
 * Refuses approvals in the frame that other files create: an attacker's message that merely claims an approval could
 * otherwise become one.
 */
export const approvals: Rule = ({ files }) =>
  files
    .filter(({ path, isTest }) => path.startsWith('packages/frame/src/') && !isTest)
    .filter(({ path }) => path !== approvalMaker)
    .flatMap(({ path, ast }) => {
      const found: Violation[] = [];
      visitNodes(ast, (node) => {
        const name = ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : '';
        const isMade = Object.hasOwn(approvers, name) && approvers[name] !== path;
        const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
        const isClaimed = isCast && /\bApproval\b/.test(node.type.getText(ast));
        if (!isMade && !isClaimed) return;
        const message =
          'makes an approval: only what knows of one makes it (scripts/check-architecture/proofs.ts).';
        found.push({ path, line: lineOf(ast, node), message });
      });
      return found;
    });

/**
 * Refuses proofs on the server that other files create: an attacker could otherwise log in as an account by merely
 * naming it.
 */
export const proofs: Rule = ({ files }) =>
  files
    .filter(({ path, isTest }) => path.startsWith('packages/server/src/') && !isTest)
    .filter(({ path }) => !verifiers.includes(path) && !ownVerifier.test(path) && !makers.includes(path))
    .flatMap(checkFile);

function checkFile({ path, ast }: SourceFile): Violation[] {
  const found: Violation[] = [];
  visitNodes(ast, (node) => {
    // Compares the name, so imports under another name and members of admission's exports are found too.
    const isMade = (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === 'toProof';
    const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    const isClaimed = isCast && /\bProof\b/.test(node.type.getText(ast));
    if (!isMade && !isClaimed) return;
    const message = 'makes a proof: only what verifies makes one (scripts/check-architecture/proofs.ts).';
    found.push({ path, line: lineOf(ast, node), message });
  });
  return found;
}
